import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openAiAnswer, startFakeOpenAi } from '../servers/fakeOpenAi.ts';
import { approval, launch, makeHome, removeHome, root, say } from './quayside.ts';

test('a server asks in the middle of a call: the question shows on every page, and the answer finishes the call (k07)', async () => {
  const server = await startFakeOpenAi([
    openAiAnswer({ calls: [{ id: 'a', name: 'mcp__asking__ask', arguments: {} }] }),
    openAiAnswer({ text: ['Done.'] }),
  ]);
  const provider = { kind: 'openai-compatible', baseUrl: `${server.origin}/v1`, model: 'scripted' };
  const home = makeHome({ settings: { welcomeDone: true, language: 'en', provider } });
  const asking = { command: process.execPath, args: [`${root}/test/servers/asking.mjs`, `${home}/told.jsonl`] };
  const app = await launch({ home });
  const { page } = app;
  try {
    // The file appears while the app runs: it is watched.
    writeFileSync(`${home}/mcp.json`, JSON.stringify({ mcpServers: { asking } }));
    await page.getByRole('button', { name: /1 connected/i }).waitFor();
    await say(page, 'Which branch?');
    const dialog = approval(page);
    // The tool does not say what it does, so the careful reading counts and a tick is wanted.
    await dialog.getByRole('checkbox').first().check();
    await dialog.getByRole('button', { name: 'Allow once' }).click();

    const question = page.getByRole('dialog', { name: 'asking asks you something' });
    await question.getByText('Which branch (first)?').waitFor();
    await page
      .getByRole('button', { name: /^Servers/ })
      .first()
      .click();
    await question.waitFor();
    await question.getByLabel('Branch').fill('release');
    await question.getByRole('button', { name: 'Send answer' }).click();
    await question.waitFor({ state: 'detached' });

    const sent = JSON.stringify((await server.request(1)).body);
    expect(sent).toContain('release');
    expect(app.errors).toEqual([]);
  } finally {
    await app.quit();
    await server.close();
    removeHome(home);
  }
});
