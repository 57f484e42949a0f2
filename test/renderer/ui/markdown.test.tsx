// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { showLanguage } from '../../../renderer/i18n/index.ts';
import { LinkContext, webUrl } from '../../../renderer/ui/markdown/links.tsx';
import { Markdown } from '../../../renderer/ui/markdown/Markdown.tsx';

beforeAll(() => showLanguage('en'));
afterEach(cleanup);
const html = (text: string, done = true) => render(<Markdown text={text} done={done} />).container.innerHTML;

describe('Markdown', () => {
  it('shows GFM: tables, task lists, strike-through', () => {
    const out = html('| a |\n| - |\n| 1 |\n\n- [x] done\n\n~~gone~~');
    expect(out).toContain('<table>');
    expect(out).toContain('type="checkbox"');
    expect(out).toContain('<del>gone</del>');
  });

  it.each([
    '<img src=x onerror=alert(1)>',
    '<script>alert(1)</script>',
    '<iframe src="https://example.org"></iframe>',
    '<a href="javascript:alert(1)">x</a>',
  ])('never turns %s into an element', (text) => {
    const { container } = render(<Markdown text={text} />);
    expect(container.querySelector('img, script, iframe, a')).toBeNull();
  });

  it('loads no remote image by itself', () => {
    const { container } = render(<Markdown text="![pixel](https://example.org/p.png)" />);
    expect(container.querySelector('img')).toBeNull();
    expect(container.textContent).toContain('pixel');
    expect(container.textContent).toContain('example.org');
  });

  it('follows a link only through the gate', () => {
    const follow = vi.fn();
    render(
      <LinkContext.Provider value={follow}>
        <Markdown text="[docs](https://example.org/a) and [bad](javascript:alert(1))" />
      </LinkContext.Provider>,
    );
    fireEvent.click(screen.getByRole('button', { name: 'docs' }));
    expect(follow).toHaveBeenCalledWith('https://example.org/a');
    expect(screen.queryByRole('button', { name: 'bad' })).toBeNull();
    expect(document.querySelector('a')).toBeNull();
  });

  it('highlights code only once its block is closed', () => {
    const code = '```ts\nconst a = 1;\n```';
    expect(html(code, false)).not.toContain('hljs-keyword');
    cleanup();
    expect(html(`${code}\n\nand then`, false)).toContain('hljs-keyword');
    cleanup();
    expect(html(code)).toContain('hljs-keyword');
  });

  it('resolves reference links across blocks when the text is complete', () => {
    render(<Markdown text={'See [the docs][1].\n\nMore.\n\nAnd more.\n\nStill.\n\n[1]: https://example.org/ref'} />);
    expect(screen.getByRole('button', { name: 'the docs' })).toBeTruthy();
  });
});

describe('webUrl', () => {
  it.each([
    ['https://example.org/a b', 'https://example.org/a%20b'],
    ['HTTP://EXAMPLE.ORG', 'http://example.org/'],
    ['javascript:alert(1)', undefined],
    ['file:///etc/passwd', undefined],
    ['/relative', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('%j', (href, url) => expect(webUrl(href)).toBe(url));
});
