import { createInstance } from 'i18next';
import { stages } from '../../../preload/contract/locales/en/stages.ts';
import type { StageRecord } from '../../../preload/contract/pipeline.ts';

type Singular<K extends string> = K extends `${infer Base}_${'one' | 'other'}` ? Base : K;
/** A text of the table; plural forms count as one. */
export type StageTextKey = Singular<keyof typeof stages>;
type Params = Record<string, string | number>;

const english = createInstance({
  lng: 'en',
  resources: { en: { translation: stages } },
  interpolation: { escapeValue: false },
  initAsync: false,
});
void english.init();

/** The same text twice: in English for the terminal, and as a key for a window in another language. */
export function say(key: StageTextKey, params?: Params): Pick<StageRecord, 'detail' | 'text'> {
  const detail = String(english.t(key as never, params as never));
  return { detail, text: { key, ...(params ? { params } : {}) } };
}
