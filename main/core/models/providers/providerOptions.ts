import type { JsonSchema } from '../../../../preload/contract/tools.ts';
import type { Clock } from '../../ports.ts';
import type { LoadImage } from './images.ts';
import type { RetryPolicy } from './retryDelay.ts';

/** What every provider adapter is made from, defaults filled in (createModel.ts). */
export interface ProviderOptions {
  /** Already normalised (baseUrl.ts). */
  baseUrl: string;
  model: string;
  apiKey: string;
  maxOutputTokens: number;
  contextTokens: number | undefined;
  normalizeSchema: (schema: JsonSchema) => JsonSchema;
  /** Replaces the global fetch: proxies, extra CA files (TRN-8). */
  fetch: typeof fetch | undefined;
  loadImage: LoadImage;
  /** False when the model takes no images at all. */
  images: boolean;
  retry: RetryPolicy;
  clock: Clock;
  random: () => number;
}
