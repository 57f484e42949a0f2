import { z } from 'zod';
import { Mode } from './permissions.ts';

export const ProviderKind = z.enum(['offline', 'openai-compatible', 'anthropic', 'google']);
export type ProviderKind = z.infer<typeof ProviderKind>;

/** Every constant of requirements.md that a user may change, with its default. File: HOME/settings.json. Times in milliseconds. */
export const Settings = z.object({
  language: z.enum(['system', 'en', 'zh-CN']).default('system'),
  theme: z.enum(['system', 'light', 'dark']).default('system'),
  welcomeDone: z.boolean().default(false),
  provider: z
    .object({
      kind: ProviderKind.default('offline'),
      baseUrl: z.string().default(''),
      model: z.string().default(''),
      maxOutputTokens: z.number().int().positive().default(8192),
      contextTokens: z.number().int().positive().optional(),
    })
    .prefault({}),
  mcp: z
    .object({
      enabled: z.boolean().default(true),
      localConcurrency: z.number().int().min(1).max(64).default(3),
      remoteConcurrency: z.number().int().min(1).max(256).default(20),
      connectTimeoutMs: z.number().int().positive().default(30_000),
      listTimeoutMs: z.number().int().positive().default(30_000),
      callTimeoutMs: z.number().int().positive().default(60_000),
      callTotalTimeoutMs: z.number().int().positive().default(3_600_000),
      installTimeoutMs: z.number().int().positive().default(300_000),
      cooldownMs: z.number().int().nonnegative().default(30_000),
      maxFailures: z.number().int().positive().default(5),
      failureDecayMs: z.number().int().positive().default(120_000),
      maxToolPages: z.number().int().positive().default(10),
      /** Folder of the lock files of editors (TRN-6); empty: the usual one. */
      editorLocks: z.string().default(''),
      maxMessageBytes: z.number().int().positive().default(268_435_456),
      stopAtMs: z.object({ sigterm: z.number().default(100), sigkill: z.number().default(500), giveUp: z.number().default(600) }).prefault({}),
    })
    .prefault({}),
  /** How this machine reaches remote servers (TRN-8). Empty: the usual environment variables count. */
  network: z
    .object({
      /** `http://`, `https://` or `socks5://` address of a proxy. */
      proxy: z.string().default(''),
      /** Hosts reached without it, as in NO_PROXY. */
      noProxy: z.string().default(''),
      /** PEM files with more certificate authorities. */
      caFiles: z.array(z.string()).default([]),
      /** Also trust what the operating system trusts. */
      systemCa: z.boolean().default(false),
    })
    .prefault({}),
  permissions: z
    .object({
      mode: Mode.exclude(['allow-all']).default('ask'),
      trustAnnotations: z.array(z.string()).default([]),
    })
    .prefault({}),
  tools: z
    .object({
      /** Model-facing names that the user switched off. */
      disabled: z.array(z.string()).default([]),
      deferAbovePercent: z.number().min(0).max(100).default(10),
    })
    .prefault({}),
  results: z
    .object({
      maxTokens: z.number().int().positive().default(25_000),
      maxImageSide: z.number().int().positive().default(1568),
      maxImageBytes: z.number().int().positive().default(1_150_000),
      quotaBytes: z.number().int().positive().default(1_073_741_824),
    })
    .prefault({}),
  agent: z
    .object({
      maxSteps: z.number().int().positive().default(50),
      parallelCalls: z.number().int().positive().default(10),
      repeatLimit: z.number().int().min(2).default(3),
      systemPrompt: z.string().default(''),
    })
    .prefault({}),
});
export type Settings = z.infer<typeof Settings>;

/** What the window sees: the settings, and of secrets only whether they are there. */
export const SettingsView = z.object({ settings: Settings, hasApiKey: z.boolean() });
export type SettingsView = z.infer<typeof SettingsView>;

/** A change from the window, merged into the file; groups may be partial. */
export const SettingsPatch = z.object({
  language: Settings.shape.language.removeDefault().optional(),
  theme: Settings.shape.theme.removeDefault().optional(),
  welcomeDone: z.boolean().optional(),
  provider: z
    .object({
      kind: ProviderKind,
      baseUrl: z.string(),
      model: z.string(),
      maxOutputTokens: z.number().int().positive(),
      contextTokens: z.number().int().positive(),
    })
    .partial()
    .optional(),
  mcp: z.record(z.string(), z.union([z.number(), z.boolean()])).optional(),
  network: z
    .object({ proxy: z.string(), noProxy: z.string(), caFiles: z.array(z.string()), systemCa: z.boolean() })
    .partial()
    .optional(),
  permissions: z
    .object({ mode: Mode.exclude(['allow-all']), trustAnnotations: z.array(z.string()) })
    .partial()
    .optional(),
  tools: z
    .object({ disabled: z.array(z.string()) })
    .partial()
    .optional(),
  agent: z.object({ maxSteps: z.number().int().positive(), systemPrompt: z.string() }).partial().optional(),
});
export type SettingsPatch = z.infer<typeof SettingsPatch>;
