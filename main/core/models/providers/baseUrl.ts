import { HostError } from '../../base/hostError.ts';

/**
 * The base URL a provider's client needs. People paste what they have at hand: a bare host gets the version path,
 * a pasted endpoint loses its tail. Throws `host.bad_input` for anything that is not http(s).
 */
export function normalizeBaseUrl(text: string, versionPath: string): string {
  let url: URL;
  try {
    url = new URL(text.trim());
  } catch {
    throw notUsable(text);
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw notUsable(text);
  const path = url.pathname.replace(/\/+$/, '').replace(/\/(chat\/completions|completions|messages|models)$/, '');
  return `${url.protocol}//${url.host}${path === '' ? versionPath : path}`;
}

/** Host and port for messages; never userinfo or query, they may hold secrets. */
export function hostOf(baseUrl: string): string {
  return URL.canParse(baseUrl) ? new URL(baseUrl).host : 'the configured address';
}

function notUsable(text: string): HostError {
  const shown =
    text.trim() === ''
      ? 'An empty base URL'
      : `"${text
          .trim()
          .replace(/\/\/[^/@]*@/, '//')
          .slice(0, 100)}"`;
  return new HostError('host.bad_input', `${shown} is not a usable base URL for a language model.`, {
    fix: 'Enter an address such as https://api.openai.com/v1 or http://127.0.0.1:11434/v1 in the model settings.',
  });
}
