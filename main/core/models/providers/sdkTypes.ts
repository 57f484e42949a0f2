import type { LanguageModel } from 'ai';

/** The SDK's provider model. Types only: nothing of the SDK is loaded until a model streams for the first time. */
export type SdkModel = Extract<LanguageModel, { specificationVersion: 'v4' }>;
export type SdkCall = Parameters<SdkModel['doStream']>[0];
export type SdkPrompt = SdkCall['prompt'];
export type SdkMessage = SdkPrompt[number];
export type SdkTools = NonNullable<SdkCall['tools']>;
export type SdkOptions = NonNullable<SdkCall['providerOptions']>;
export type SdkStream = Awaited<ReturnType<SdkModel['doStream']>>['stream'];
export type SdkStreamPart = SdkStream extends ReadableStream<infer Part> ? Part : never;
export type SdkAssistantPart = Extract<SdkMessage, { role: 'assistant' }>['content'][number];
export type SdkUserPart = Extract<SdkMessage, { role: 'user' }>['content'][number];
export type SdkToolPart = Extract<Extract<SdkMessage, { role: 'tool' }>['content'][number], { type: 'tool-result' }>;
