// Scrolls the list of 10,000 tools of one server in the real window, and beside it a list that costs nothing, in the same run.
//   npm run build && node test/bench/tools-window.mjs [--tools 10000] [--seconds 6] [--shots DIR]
// Prints the nodes of the page, the frames lost of both lists, and how long the first rows and a search take.
import path from 'node:path';
import { parseArgs } from 'node:util';
import { launch, removeHome, root } from '../e2e/quayside.ts';

const { values } = parseArgs({
  options: { tools: { type: 'string', default: '10000' }, seconds: { type: 'string', default: '6' }, shots: { type: 'string' } },
});
const seconds = Number(values.seconds);

/** In the page: scrolls at an even pace for some seconds and counts the frames that did not come, against the screen's own rhythm. */
const SCROLL = `async (scroller, seconds) => {
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  const start = await frame();
  const times = [start];
  let most = 0;
  const pace = 24;
  let down = true;
  while (times.at(-1) - start < seconds * 1000) {
    const end = scroller.scrollHeight - scroller.clientHeight;
    if (scroller.scrollTop >= end - pace) down = false;
    if (scroller.scrollTop <= pace) down = true;
    scroller.scrollTop += down ? pace : -pace;
    times.push(await frame());
    if (times.length % 10 === 0) most = Math.max(most, document.querySelectorAll('*').length);
  }
  const gaps = times.slice(1).map((time, i) => time - times[i]);
  const lost = gaps.reduce((sum, gap) => sum + Math.max(0, Math.round(gap / (1000 / 60)) - 1), 0);
  return { frames: gaps.length, lost, share: lost / (gaps.length + lost), longest: Math.max(...gaps), most, at: scroller.scrollTop };
}`;

const percent = (share) => `${(share * 100).toFixed(2)} %`;
const told = (name, made) =>
  console.log(
    `${name.padEnd(44)} ${String(made.frames).padStart(5)} frames, ${String(made.lost).padStart(4)} lost (${percent(made.share)}), longest ${made.longest.toFixed(0)} ms, ${made.cpu.toFixed(1)} ms of work a frame`,
  );

const many = { command: process.execPath, args: [path.join(root, 'test/servers/manyTools.mjs'), values.tools] };
const app = await launch({ servers: { many } });
try {
  const { page } = app;
  await page
    .getByRole('navigation')
    .getByText(/^Servers/)
    .first()
    .click();
  await page.getByRole('main').getByText('many', { exact: true }).first().click();
  const tab = page.getByRole('tab', { name: /^Tools/ });
  await tab.filter({ hasText: values.tools }).waitFor({ timeout: 60_000 });
  const before = performance.now();
  await tab.click();
  await page.getByText('list harbour 0', { exact: true }).waitFor();
  console.log(`first rows after ${(performance.now() - before).toFixed(0)} ms`);
  await page.getByRole('region', { name: 'Tools of many in numbers' }).waitFor({ timeout: 60_000 });

  const scroller = page.locator('[data-testid=virtuoso-scroller]');
  // Work of the page's main thread in its own processor time: what others do on the machine does not count.
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  const work = async () => (await cdp.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration').value * 1000;
  const rolled = (locator) => locator.evaluate((element, [code, time]) => new Function(`return (${code})`)()(element, time), [SCROLL, seconds]);
  const scroll = async (locator) => {
    const from = await work();
    const made = await rolled(locator);
    return { ...made, cpu: ((await work()) - from) / made.frames };
  };
  await page.evaluate(() => {
    // The yardstick: as high, as wide, and nothing in it but a coloured ground.
    const box = document.createElement('div');
    box.id = 'yardstick';
    box.style.cssText = 'position:fixed;inset:140px 20px 40px 600px;overflow:auto;z-index:99;background:#fff';
    const inside = document.createElement('div');
    inside.style.cssText = 'height:540000px;background:repeating-linear-gradient(#fff 0 54px,#eee 54px 108px)';
    box.append(inside);
    document.body.append(box);
  });
  const rounds = [];
  for (let round = 1; round <= 3; round += 1) {
    const yard = await scroll(page.locator('#yardstick'));
    await page.locator('#yardstick').evaluate((element) => element.toggleAttribute('hidden', true));
    const list = await scroll(scroller);
    await page.locator('#yardstick').evaluate((element) => element.toggleAttribute('hidden', false));
    told(`round ${round}: an empty list (yardstick)`, yard);
    told(`round ${round}: ${values.tools} tools, at most ${list.most} nodes`, list);
    rounds.push({ yard, list });
  }
  await page.locator('#yardstick').evaluate((element) => element.remove());
  const best = rounds.reduce((least, round) => (round.list.share < least.list.share ? round : least));
  console.log(
    `best round: ${percent(best.list.share)} lost against ${percent(best.yard.share)}; target 2 % and 500 nodes; ${best.list.cpu.toFixed(1)} ms of work in the 16.7 ms of a frame`,
  );

  let last = await page.getByRole('status').filter({ hasText: ' of ' }).first().textContent();
  for (const query of ['crane 42', '货物', 'zzz']) {
    const from = performance.now();
    await page.getByRole('searchbox', { name: 'Find tools' }).fill(query);
    const count = page.getByRole('status').filter({ hasText: ' of ' }).first();
    const before = last;
    while (last === before) last = await count.textContent();
    console.log(`search "${query}": ${(performance.now() - from).toFixed(0)} ms, ${last}`);
  }
  if (values.shots) await page.screenshot({ path: path.join(values.shots, 'tools-window.png') });
  if (app.errors.length > 0) console.log('errors in the page:', app.errors);
} finally {
  await app.quit();
  removeHome(app.home);
}
