// npm run screenshots [-- --out DIR] [--gate]: the pictures of the docs, from the real app: both themes, both languages, both sizes.
// --gate: only the approvals, the rules and the log.
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { approval, launch, makeHome, removeHome, weather } from '../test/e2e/quayside.ts';
import { shootGate } from './gatePictures.ts';

const { values } = parseArgs({ options: { out: { type: 'string', default: 'docs/screenshots' }, gate: { type: 'boolean', default: false } } });
const out = path.resolve(values.out);
fs.mkdirSync(out, { recursive: true });

const SIZES = [
  { width: 1280, height: 800 },
  { width: 900, height: 600 },
];
const QUESTION = '查一下杭州明天的天气,告诉我出门要不要带伞';

async function shoot(page: Page, name: string): Promise<void> {
  for (const size of SIZES) {
    await page.setViewportSize(size);
    // Two frames: the layout of the new size, then what follows from it.
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
    await page.screenshot({ path: path.join(out, `${name}-${size.width}.png`), animations: 'disabled' });
  }
  await page.setViewportSize(SIZES[0] as { width: number; height: number });
}

for (const language of ['en', 'zh-CN'] as const) {
  for (const theme of ['light', 'dark'] as const) {
    const suffix = `${language}-${theme}`;
    if (values.gate) {
      await shootGate(shoot, { language, theme });
      continue;
    }
    const fresh = makeHome({ settings: { language, theme } });
    const first = await launch({ home: fresh });
    await first.page.getByRole('heading', { level: 1 }).waitFor();
    await shoot(first.page, `first-run-${suffix}`);
    await first.quit();
    removeHome(fresh);

    const home = makeHome({ settings: { welcomeDone: true, language, theme }, servers: { weather, archive: { command: 'archive-server' } } });
    const { page, quit } = await launch({ home });
    await page.getByRole('button', { name: /1 connected|1 个已连接/i }).waitFor();
    const composer = page.getByRole('textbox').last();
    await composer.fill(QUESTION);
    await composer.press('Enter');
    await approval(page).waitFor();
    await page.getByRole('article').first().waitFor();
    await shoot(page, `approval-${suffix}`);
    await approval(page).press('Control+Enter');
    await page.getByText(/建议带伞/).waitFor();
    await shoot(page, `answer-${suffix}`);
    const navigation = page.getByRole('navigation');
    await navigation
      .getByText(/^(Servers|服务器)/)
      .first()
      .click();
    await page.getByRole('main').getByText('weather', { exact: true }).first().click();
    await shoot(page, `servers-${suffix}`);
    await navigation
      .getByText(/^(Settings|设置)/)
      .first()
      .click();
    await page.getByRole('main').getByRole('heading').first().waitFor();
    await shoot(page, `settings-${suffix}`);
    await quit();
    removeHome(home);
    await shootGate(shoot, { language, theme });
    console.log(suffix);
  }
}
