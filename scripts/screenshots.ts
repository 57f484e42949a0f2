// npm run screenshots [-- --out DIR] [--only app,gate,exhibits] [--looks en-light,zh-CN-dark]: the pictures of the docs, from the real app, in both sizes.
// app: the first run, an approval, an answer, servers and settings. gate: approvals, rules, the log. exhibits: a large image, a question, a connection test.
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { approval, launch, removeHome } from '../test/e2e/quayside.ts';
import { shootExhibits } from './exhibitPictures.ts';
import { shootGate } from './gatePictures.ts';
import { pictureHome, pictureServer } from './pictureHome.ts';

const { values } = parseArgs({
  options: {
    out: { type: 'string', default: 'docs/screenshots' },
    only: { type: 'string', default: 'app,gate,exhibits' },
    looks: { type: 'string', default: 'en-light,en-dark,zh-CN-light,zh-CN-dark' },
  },
});
const parts = values.only.split(',');
const looks = values.looks.split(',');
const out = path.resolve(values.out);
fs.mkdirSync(out, { recursive: true });

const SIZES = [
  { width: 1280, height: 800 },
  { width: 900, height: 600 },
];
const QUESTION = '查一下杭州明天的天气,告诉我出门要不要带伞';

async function shoot(page: Page, name: string, settle?: () => Promise<void>): Promise<void> {
  for (const size of SIZES) {
    await page.setViewportSize(size);
    // Two frames: the layout of the new size, then what follows from it.
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
    await settle?.();
    await page.screenshot({ path: path.join(out, `${name}-${size.width}.png`), animations: 'disabled' });
  }
  await page.setViewportSize(SIZES[0] as { width: number; height: number });
}

interface Look {
  language: string;
  theme: string;
}

async function shootApp({ language, theme }: Look): Promise<void> {
  const suffix = `${language}-${theme}`;
  const fresh = pictureHome({ language, theme });
  const first = await launch({ home: fresh });
  await first.page.getByRole('heading', { level: 1 }).waitFor();
  await shoot(first.page, `first-run-${suffix}`);
  await first.quit();
  removeHome(fresh);

  const weather = pictureServer('examples/weather-server/index.mjs', 'weather.mjs');
  const home = pictureHome({ welcomeDone: true, language, theme }, { weather, archive: { command: 'archive-server' } });
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
}

const SHOTS: Record<string, (look: Look) => Promise<void>> = {
  app: shootApp,
  gate: (look) => shootGate(shoot, look),
  exhibits: (look) => shootExhibits(shoot, look),
};
for (const language of ['en', 'zh-CN']) {
  for (const theme of ['light', 'dark']) {
    if (!looks.includes(`${language}-${theme}`)) continue;
    for (const part of parts) await SHOTS[part]?.({ language, theme });
    console.log(`${language}-${theme}`);
  }
}
