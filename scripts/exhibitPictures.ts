import type { Page } from 'playwright-core';
import { approval, launch, removeHome } from '../test/e2e/quayside.ts';
import { openAiAnswer, startFakeOpenAi } from '../test/servers/fakeOpenAi.ts';
import { pictureHome, pictureServer } from './pictureHome.ts';

/** `settle` is done after each change of size. */
type Shoot = (page: Page, name: string, settle?: () => Promise<void>) => Promise<void>;

const call = (name: string, id: string) => ({ calls: [{ id, name: `mcp__harbour__${name}`, arguments: {} }] });
const ANSWERS = [
  call('show_photo', 'p'),
  { text: ['The harbour this morning: calm water, one boat at the east quay.'] },
  call('book_berth', 'b'),
  { text: ['Booked.'] },
];

/** A 20 MB image in the conversation, a question of the server, its tools with those that cannot be used, and a test of a new entry. */
export async function shootExhibits(shoot: Shoot, { language, theme }: { language: string; theme: string }): Promise<void> {
  const server = await startFakeOpenAi(ANSWERS.map((answer) => openAiAnswer(answer)));
  const provider = { kind: 'openai-compatible', baseUrl: `${server.origin}/v1`, model: 'scripted' };
  const permissions = { trustAnnotations: ['harbour'], mode: 'ask' };
  const harbour = pictureServer('test/servers/exhibits.mjs', 'harbour.mjs');
  const home = pictureHome({ welcomeDone: true, language, theme, provider, permissions }, { harbour });
  const { page, quit } = await launch({ home });
  const suffix = `${language}-${theme}`;
  const say = async (text: string): Promise<void> => {
    await page.keyboard.press('Control+n');
    await page.locator('#composer').fill(text);
    await page.locator('#composer').press('Enter');
    await approval(page).waitFor();
    await approval(page).locator('footer button').last().and(page.locator('[aria-disabled=false]')).click();
  };
  await page.getByRole('button', { name: /1 connected|1 个已连接/i }).waitFor();

  await say('Show me the harbour.');
  const image = page.locator('article figure img').first();
  await image.waitFor();
  await page.getByText('calm water').waitFor();
  await page.waitForFunction('document.querySelector("article figure img")?.naturalWidth > 0');
  await shoot(page, `image-${suffix}`);

  await say('Book a berth for tonight.');
  await page.getByRole('dialog').getByText('Nights').first().waitFor();
  await shoot(page, `question-${suffix}`);
  await page.getByRole('dialog').locator('footer button').last().click();
  await page.getByText('Booked.', { exact: true }).waitFor();

  await page
    .getByRole('navigation')
    .getByText(/^(Servers|服务器)/)
    .first()
    .click();
  await page.getByRole('main').getByText('harbour', { exact: true }).first().click();
  await page.getByRole('tab').nth(1).click();
  await page.locator('[data-testid=virtuoso-item-list] button').first().waitFor();
  await shoot(page, `quarantined-${suffix}`);

  await page.locator('main header button[aria-haspopup=menu]').click();
  await page.getByRole('menuitem').first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/^(Name|名称)$/).fill('tides');
  await dialog.getByLabel(/^(Command|命令)/).fill(harbour.command);
  await dialog.getByLabel(/^(Arguments|参数)/).fill(harbour.args.join('\n'));
  await dialog.locator('footer button').first().click();
  const works = dialog.getByText(/^(It works|连接正常)/);
  await works.waitFor();
  await shoot(page, `connection-test-${suffix}`, () => works.scrollIntoViewIfNeeded());
  await quit();
  await server.close();
  removeHome(home);
}
