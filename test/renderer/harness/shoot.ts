/**
 * Pictures of every view, and what axe finds in them.
 *   node test/renderer/harness/shoot.ts [--out DIR] [--only REGEX] [--themes light,dark] [--languages en,zh-CN] [--sizes 1280x800,900x600] [--axe] [--no-build]
 * Exit 1 when a page logged an error (a CSP violation is one) or axe found something.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, chromium, type Page } from 'playwright-core';
import { build } from 'vite';
import { serveHarness } from './serve.ts';
import { VIEWS, type View } from './views.ts';

const { values } = parseArgs({
  options: {
    out: { type: 'string', default: 'test-results/shots' },
    only: { type: 'string', default: '' },
    themes: { type: 'string', default: 'light,dark' },
    languages: { type: 'string', default: 'en,zh-CN' },
    sizes: { type: 'string', default: '1280x800,900x600' },
    axe: { type: 'boolean', default: false },
    'no-build': { type: 'boolean', default: false },
  },
});

const root = join(import.meta.dirname, '../../..');
if (!values['no-build']) await build({ configFile: join(import.meta.dirname, 'vite.config.ts'), logLevel: 'warn' });
const { url, server } = await serveHarness(join(root, 'out/harness'));
mkdirSync(values.out, { recursive: true });

interface Finding {
  where: string;
  what: string;
}
const findings: Finding[] = [];
/** Said at once, so that a run that is cut short has not looked for nothing. */
const report = (finding: Finding): void => {
  findings.push(finding);
  console.log(`${finding.where}: ${finding.what}`);
};

/** Takes pictures until two in a row are alike: on a busy machine the first may show a half-painted page. */
async function steadyShot(page: Page, path: string): Promise<void> {
  let before: Buffer = Buffer.alloc(0);
  for (let i = 0; i < 10; i += 1) {
    const now = await page.screenshot({ animations: 'disabled', path });
    if (now.equals(before)) return;
    before = now;
    await page.waitForTimeout(150);
  }
}

async function shoot(browser: Browser, view: View, theme: string, language: string, size: string): Promise<void> {
  const [width, height] = size.split('x').map(Number);
  const where = `${view.name}.${theme}.${language}.${size}`;
  const context = await browser.newContext({
    viewport: { width: width ?? 1280, height: height ?? 800 },
    reducedMotion: 'reduce',
    locale: language,
    permissions: ['clipboard-write'],
  });
  const page = await context.newPage();
  page.on('console', (message) => message.type() === 'error' && report({ where, what: `console: ${message.text()}` }));
  page.on('pageerror', (error) => report({ where, what: `exception: ${error.message}` }));
  try {
    await page.goto(`${url}/?scenario=${view.scenario}&theme=${theme}&language=${language}${view.hash}`);
    await page.locator('main').waitFor();
    await page.evaluate('document.fonts.ready.then(() => true)');
    await page.waitForTimeout(300);
    await view.act?.(page);
    await page.waitForTimeout(250);
    await steadyShot(page, join(values.out, `${where}.png`));
    if (values.axe) {
      // An open menu stands in a portal outside the landmarks, as menus do; axe would want a landmark around it.
      const menuOpen = (await page.locator('[role=menu]').count()) > 0;
      const rules = { region: { enabled: !menuOpen } };
      const result = await new AxeBuilder({ page })
        .options({ rules })
        .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
        .analyze();
      for (const violation of result.violations) {
        const nodes = violation.nodes
          .slice(0, 3)
          .map((node) => `${node.target.join(' ')} ${node.failureSummary?.split('\n').slice(1, 3).join(' ') ?? ''}`);
        report({ where, what: `axe ${violation.id} (${violation.nodes.length}): ${nodes.join(' | ')}` });
      }
    }
  } catch (error) {
    report({ where, what: `not shown: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}` });
  } finally {
    await context.close();
  }
}

const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
const wanted = VIEWS.filter((view) => new RegExp(values.only).test(view.name));
for (const size of values.sizes.split(',')) {
  for (const language of values.languages.split(',')) {
    for (const theme of values.themes.split(',')) {
      for (const view of wanted) await shoot(browser, view, theme, language, size);
    }
  }
}
await browser.close();
server.close();
console.log(`${wanted.length} views, ${findings.length} findings`);
process.exitCode = findings.length > 0 ? 1 : 0;
