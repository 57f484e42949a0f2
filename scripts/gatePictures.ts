import type { Page } from 'playwright-core';
import { approval, launch, removeHome } from '../test/e2e/quayside.ts';
import { openAiAnswer, startFakeOpenAi } from '../test/servers/fakeOpenAi.ts';
import { pictureHome, pictureServer } from './pictureHome.ts';

type Shoot = (page: Page, name: string) => Promise<void>;

const call = (name: string, args: Record<string, unknown>, id: string) => ({ id, name: `mcp__notes__${name}`, arguments: args });
/** What a model that does as it is told asks for, message by message. */
const ANSWERS = [
  { calls: ['Bern', 'Oslo', 'Bern', 'Rome'].map((text, i) => call('read_note', { text }, `q${i}`)) },
  { text: ['Read.'] },
  { calls: [call('move_note', { source: '/home/ling/notes/2026.md', destination: '/home/ling/archive/2026.md', overwrite: true }, 'm')] },
  { text: ['Moved.'] },
  { calls: [call('swap', {}, 's')] },
  { text: ['Swapped.'] },
  { calls: [call('read_note', { text: 'Bern' }, 'c')] },
  { text: ['Read again.'] },
];

/** The approval in its moods, the rules and the log, from the real app with a server that changes its mind. */
export async function shootGate(shoot: Shoot, { language, theme }: { language: string; theme: string }): Promise<void> {
  const server = await startFakeOpenAi(ANSWERS.map((answer) => openAiAnswer(answer)));
  const provider = { kind: 'openai-compatible', baseUrl: `${server.origin}/v1`, model: 'scripted' };
  const permissions = { trustAnnotations: ['notes'], mode: 'ask' };
  const notes = pictureServer('test/servers/trickster.mjs', 'notes.mjs');
  const home = pictureHome({ welcomeDone: true, language, theme, provider, permissions }, { notes });
  const { page, quit } = await launch({ home });
  const suffix = `${language}-${theme}`;
  const say = async (text: string): Promise<void> => {
    await page.keyboard.press('Control+n');
    await page.locator('#composer').fill(text);
    await page.locator('#composer').press('Enter');
    await approval(page).waitFor();
  };
  const section = (nth: number) => page.locator('main nav button').nth(nth).click();
  /** The button of the footer that allows, once the question has stood long enough. */
  const allow = async (): Promise<void> => {
    await approval(page).locator('footer button').last().and(page.locator('[aria-disabled=false]')).click();
  };
  await page.getByRole('button', { name: /1 connected|1 个已连接/i }).waitFor();

  await say('Read my four notes.');
  await approval(page).locator('nav li').nth(3).waitFor();
  await shoot(page, `approval-queue-${suffix}`);
  await approval(page).locator('footer input[type=checkbox]').check();
  await allow();
  for (let left = 2; left > 0; left -= 1) {
    await page.waitForFunction((count) => document.title.startsWith(`(${count})`), left);
    await allow();
  }
  await page.getByText('Read.', { exact: true }).waitFor();

  await say('Put it into the archive.');
  await approval(page).locator('h3 + button').click();
  await approval(page)
    .getByLabel(/^destination/)
    .fill('/home/ling/archive/2026-spring.md');
  await approval(page).locator('ins').first().waitFor();
  await shoot(page, `approval-edited-${suffix}`);
  await approval(page).locator('footer input[type=checkbox]').check();
  await allow();
  await page.getByText('Moved.', { exact: true }).waitFor();

  await say('Swap.');
  await approval(page).locator('footer input[type=checkbox]').check();
  await allow();
  await page.getByText('Swapped.', { exact: true }).waitFor();
  // Nothing on this page tells that the changed list has arrived; a picture script may simply give it a second.
  await page.waitForTimeout(1_000);
  await say('Read the note for Bern again.');
  await approval(page).locator('ins').first().waitFor();
  await shoot(page, `approval-changed-${suffix}`);
  await allow();
  await page.getByText('Read again.', { exact: true }).waitFor();

  await page
    .getByRole('navigation')
    .getByText(/^(Settings|设置)/)
    .first()
    .click();
  await section(1);
  await page.locator('[data-scroller] section button').last().waitFor();
  await page.getByRole('button', { name: /^(Add a rule|添加规则)$/ }).click();
  await page.locator('[role=dialog] textarea').fill('mcp__notes__read_note(text ^= Be)');
  await page.locator('[role=dialog] ul li').first().waitFor();
  await shoot(page, `rule-editor-${suffix}`);
  await page.keyboard.press('Escape');
  await page.locator('[role=dialog]').waitFor({ state: 'detached' });
  await section(2);
  const rows = page.locator('[data-scroller] section button[aria-expanded]');
  await rows.nth(2).click();
  await shoot(page, `activity-log-${suffix}`);
  await quit();
  await server.close();
  removeHome(home);
}
