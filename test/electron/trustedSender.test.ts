import { expect, test, vi } from 'vitest';

// The module reads only a type and a constant; the constant stands beside code that wants Electron's `protocol`.
vi.mock('electron', () => ({ protocol: {} }));
const { isTrustedSender } = await import('../../main/electron/trustedSender.ts');

const main = (url: string) => ({ url });
const event = (frame: { url: string } | null, top = frame) => ({ senderFrame: frame, sender: { mainFrame: top } }) as never;

test('the main frame of the app’s own page may speak', () => {
  for (const url of ['app://quayside', 'app://quayside/index.html', 'app://quayside/index.html#/chat/1']) {
    expect(isTrustedSender(event(main(url)))).toBe(true);
  }
});

test('no other frame may: embedded, foreign, gone, or with an address that only begins alike', () => {
  const own = main('app://quayside/index.html');
  expect(isTrustedSender(event(main('app://quayside/index.html'), own))).toBe(false);
  expect(isTrustedSender(event(null))).toBe(false);
  for (const url of [
    'app://quayside.evil.example/',
    'app://quaysidex',
    'https://quayside/',
    'file:///index.html',
    'about:blank',
    '',
    'app://quayside@evil.example/',
  ]) {
    expect(isTrustedSender(event(main(url)))).toBe(false);
  }
});
