export type PageLanguage = 'en' | 'zh-CN';
export type PageKind = 'done' | 'declined' | 'foreign' | 'used' | 'nothing';

/** What the browser shows after the login server sent it back. Plain text on a page: no script, nothing loaded, nothing of the request repeated. */
const TEXTS: Record<PageLanguage, Record<PageKind, readonly [string, string]>> = {
  en: {
    done: ['You are signed in.', 'You can close this window and go back to Quayside.'],
    declined: ['You were not signed in.', 'Quayside says why. You can close this window.'],
    foreign: [
      'This page belongs to another sign-in.',
      'Nothing was taken from it. Close it, and finish the sign-in in the tab that Quayside opened last.',
    ],
    used: ['This sign-in is already finished.', 'You can close this window.'],
    nothing: ['There is nothing here.', 'You can close this window.'],
  },
  'zh-CN': {
    done: ['登录成功。', '您可以关闭此窗口并返回 Quayside。'],
    declined: ['未能登录。', '原因请见 Quayside。您可以关闭此窗口。'],
    foreign: ['此页面属于另一次登录。', '其中的内容没有被使用。请关闭它，并在 Quayside 最后打开的标签页中完成登录。'],
    used: ['此次登录已经完成。', '您可以关闭此窗口。'],
    nothing: ['这里没有内容。', '您可以关闭此窗口。'],
  },
};

export function callbackPage(kind: PageKind, language: PageLanguage): string {
  const [title, text] = TEXTS[language][kind];
  return `<!doctype html><html lang="${language}"><meta charset="utf-8"><title>Quayside</title><meta name="color-scheme" content="light dark"><body style="font:16px/1.5 system-ui,sans-serif;max-width:32em;margin:18vh auto;padding:0 1.5em"><h1 style="font-size:1.4em">${title}</h1><p>${text}</p></body></html>`;
}

export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  connection: 'close',
};
