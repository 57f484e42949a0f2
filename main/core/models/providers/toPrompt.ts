import type { ModelImage } from '../../results/result.ts';
import type { ModelMessage, ModelPart } from '../model.ts';
import type { LoadImage } from './images.ts';
import type { SdkAssistantPart, SdkMessage, SdkOptions, SdkPrompt, SdkToolPart, SdkUserPart } from './sdkTypes.ts';

export interface PromptOptions {
  /**
   * `result`: the provider takes images inside tool results. `message`: it would get them as text full of base64, so they follow
   * in a user message. `none`: the model takes no images.
   */
  images: 'result' | 'message' | 'none';
  loadImage: LoadImage;
  /** Makes a call id of another provider acceptable to this one. */
  callId: (id: string) => string;
}

type ToolMessage = Extract<ModelMessage, { role: 'tool' }>;

/** `providerData` came from this SDK (readStream.ts); another provider's is passed too, each looks only under its own name. */
const optionsOf = (providerData: unknown): { providerOptions?: SdkOptions } =>
  typeof providerData === 'object' && providerData !== null ? { providerOptions: providerData as SdkOptions } : {};

function assistantPart(part: ModelPart, callId: (id: string) => string): SdkAssistantPart {
  switch (part.kind) {
    case 'text':
      return { type: 'text', text: part.text };
    case 'reasoning':
      return { type: 'reasoning', text: part.text, ...optionsOf(part.providerData) };
    case 'tool-call':
      return { type: 'tool-call', toolCallId: callId(part.id), toolName: part.name, input: part.arguments, ...optionsOf(part.providerData) };
  }
}

async function fileParts(images: readonly ModelImage[], load: LoadImage): Promise<SdkUserPart[]> {
  const loaded = await Promise.all(images.map(load));
  return loaded.map((image) =>
    'missing' in image
      ? { type: 'text', text: image.missing }
      : { type: 'file', mediaType: image.mimeType, data: { type: 'data', data: image.base64 } },
  );
}

async function toolPart(message: ToolMessage, options: PromptOptions): Promise<SdkToolPart> {
  const head = { type: 'tool-result', toolCallId: options.callId(message.callId), toolName: message.name } as const;
  if (options.images !== 'result' || message.images.length === 0)
    return { ...head, output: { type: message.isError ? 'error-text' : 'text', value: message.text } };
  const files = await fileParts(message.images, options.loadImage);
  const text = message.text === '' ? [] : [{ type: 'text' as const, text: message.text }];
  return { ...head, output: { type: 'content', value: [...text, ...files.map((part) => (part.type === 'text' ? part : { ...part }))] } };
}

/** Our messages as the SDK's prompt. Results of one step become one tool message; images that may not ride in it follow it. */
export async function toPrompt(system: string, messages: readonly ModelMessage[], options: PromptOptions): Promise<SdkPrompt> {
  const prompt: SdkPrompt = system === '' ? [] : [{ role: 'system', content: system }];
  let results: ToolMessage[] = [];

  const flush = async (): Promise<void> => {
    if (results.length === 0) return;
    const step = results;
    results = [];
    prompt.push({ role: 'tool', content: await Promise.all(step.map((message) => toolPart(message, options))) });
    if (options.images !== 'message') return;
    const withImages = step.filter((message) => message.images.length > 0);
    if (withImages.length === 0) return;
    const content: SdkUserPart[] = [];
    for (const message of withImages) {
      content.push({ type: 'text', text: `Images from the result of ${message.name}:` }, ...(await fileParts(message.images, options.loadImage)));
    }
    prompt.push({ role: 'user', content });
  };

  for (const message of messages) {
    if (message.role === 'tool') {
      results.push(message);
      continue;
    }
    await flush();
    const parts = message.role === 'assistant' ? message.parts.filter((part) => part.kind !== 'text' || part.text !== '') : [];
    // A step that was stopped before its first word: providers refuse empty messages.
    if (message.role === 'assistant' && parts.length === 0) continue;
    prompt.push(await plainMessage(message.role === 'assistant' ? { ...message, parts } : message, options));
  }
  await flush();
  return prompt;
}

async function plainMessage(message: Exclude<ModelMessage, ToolMessage>, options: PromptOptions): Promise<SdkMessage> {
  if (message.role === 'assistant') return { role: 'assistant', content: message.parts.map((part) => assistantPart(part, options.callId)) };
  const images = options.images === 'none' ? [] : await fileParts(message.images ?? [], options.loadImage);
  return { role: 'user', content: [{ type: 'text', text: message.text }, ...images] };
}
