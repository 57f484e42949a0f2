import { describe, expect, test } from 'vitest';
import { anthropicAnswer, startFakeAnthropic } from '../servers/fakeAnthropic.ts';
import { openAiAnswer, startFakeOpenAi } from '../servers/fakeOpenAi.ts';
import { approval, launch, makeHome, removeHome, say, weather } from './quayside.ts';

const calls = [
  { id: 'call_a', name: 'mcp__weather__get_forecast', arguments: { city: 'Bern' } },
  { id: 'call_b', name: 'mcp__weather__get_forecast', arguments: { city: 'Oslo' } },
];
const text = ['Bern is fine; ', 'I was not ', 'allowed to look at Oslo.'];

const providers = [
  { kind: 'openai-compatible', start: () => startFakeOpenAi([openAiAnswer({ calls }), openAiAnswer({ text })]), path: '/v1' },
  { kind: 'anthropic', start: () => startFakeAnthropic([anthropicAnswer({ calls }), anthropicAnswer({ text })]), path: '/v1' },
] as const;

describe.each(providers)('with a model behind $kind', ({ kind, start, path }) => {
  test('two calls, one denied with a reason; the model reads the denial and its answer streams into the window', async () => {
    const server = await start();
    const provider = { kind, baseUrl: `${server.origin}${path}`, model: 'scripted' };
    const home = makeHome({ settings: { welcomeDone: true, language: 'en', provider }, servers: { weather } });
    const app = await launch({ home });
    const { page } = app;
    await page.getByRole('button', { name: /1 connected/i }).waitFor();
    await say(page, 'Weather in Bern and Oslo?');

    const dialog = approval(page);
    await dialog.getByRole('definition').getByText('Bern', { exact: true }).waitFor();
    await dialog.getByRole('button', { name: 'Allow once' }).click();
    await dialog.getByRole('definition').getByText('Oslo', { exact: true }).waitFor();
    await dialog.getByRole('button', { name: /Deny and say why/ }).click();
    await dialog.getByRole('textbox').fill('Oslo is none of your business');
    await dialog.getByRole('button', { name: 'Deny with this reason' }).click();

    await page.getByText(text.join('')).waitFor();
    const second = await server.request(1);
    const sent = JSON.stringify(second.body);
    expect(sent).toContain('Oslo is none of your business');
    expect(sent).toContain('call.denied');
    expect(sent).toContain('Tomorrow in Bern');
    expect(app.errors).toEqual([]);

    // What was said survives a restart (CAL, SEC-5).
    await app.quit();
    const again = await launch({ home });
    await again.page.getByRole('navigation').getByText('Weather in Bern and Oslo?').first().click();
    await again.page.getByText(text.join('')).waitFor();
    await again.quit();
    await server.close();
    removeHome(home);
  });
});
