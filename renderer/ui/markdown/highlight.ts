import { toJsxRuntime } from 'hast-util-to-jsx-runtime';
import { common, createLowlight } from 'lowlight';
import type { ReactNode } from 'react';
import { Fragment, jsx, jsxs } from 'react/jsx-runtime';

/** One highlighter for the whole window: its grammars are compiled once, on first use. */
const lowlight = createLowlight(common);

/** Longer code stays plain: colour is not worth a frozen window. */
const MAX_HIGHLIGHT = 60_000;

/** Code as spans with classes (no inline styles, so the CSP holds); undefined where the language is unknown. */
export function highlight(code: string, language: string | undefined): ReactNode | undefined {
  if (!language || code.length > MAX_HIGHLIGHT || !lowlight.registered(language)) return undefined;
  return toJsxRuntime(lowlight.highlight(language, code), { Fragment, jsx, jsxs });
}
