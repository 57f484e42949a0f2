import { AxeBuilder } from '@axe-core/playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { approval, launch, type Quayside, removeHome, say } from './quayside.ts';

const QUESTION = '查一下杭州明天的天气,告诉我出门要不要带伞';

let app: Quayside;
beforeAll(async () => {
  app = await launch({ settings: {} });
});
afterAll(async () => {
  await app.quit();
  removeHome(app.home);
});

test('a newcomer gets from the first-run page to an answer, and nothing runs unasked', async () => {
  const { page } = app;
  await page.getByRole('heading', { name: 'Welcome to Quayside' }).waitFor();
  await page.getByRole('button', { name: /Try the weather example/ }).click();
  await page.getByText('The weather example is ready').waitFor();
  await page.getByRole('button', { name: 'Start chatting' }).click();
  await say(page, QUESTION);

  const dialog = approval(page);
  await dialog.getByRole('heading', { name: /Weather forecast/ }).waitFor();
  expect(await dialog.textContent()).toContain('杭州');
  expect(await dialog.textContent()).toContain('get_forecast');

  // The question lives in main: a reload of the window must not lose it (PER-5).
  await page.evaluate('location.reload()');
  await approval(page).getByRole('button', { name: 'Allow once' }).click();

  await page.getByText(/建议带伞/).waitFor();
  const card = page.getByRole('article', { name: /Weather forecast/ });
  await expect.poll(() => card.textContent()).toContain('get_forecast');
  expect(await card.textContent()).toContain('杭州');
  expect(await approval(page).count()).toBe(0);
});

test('the status bar always tells how the servers are', async () => {
  await app.page.getByRole('button', { name: /1 connected/i }).click();
  await app.page.getByText('weather', { exact: true }).first().waitFor();
  await app.page.keyboard.press('Escape');
});

test('accessibility: axe finds nothing in the chat, on the servers page and in the settings', async () => {
  const { page } = app;
  for (const open of [undefined, /^Servers/, /^Settings/]) {
    if (open)
      await page
        .getByRole('navigation')
        .getByRole('button', { name: open })
        .or(page.getByRole('navigation').getByRole('link', { name: open }))
        .first()
        .click();
    const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
  }
});

test('the page threw no error and broke no content security policy', () => {
  expect(app.errors).toEqual([]);
});
