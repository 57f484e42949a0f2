// A 20 MB image comes back from a tool in the real window: how long frames and answers of the main process are held up meanwhile,
// against the same window at rest, in the same run.
//   npm run build && node test/bench/large-image.mjs [--shots DIR]
import path from 'node:path';
import { parseArgs } from 'node:util';
import { approval, launch, removeHome, root, say } from '../e2e/quayside.ts';

const { values } = parseArgs({ options: { shots: { type: 'string' } } });

/** In the page: the longest gap between two frames, and the longest wait for an answer of main, until it is told to stop. */
const WATCH = () => {
  const seen = { frame: 0, main: 0, frames: 0, answers: 0, on: true };
  window.seen = seen;
  let last = performance.now();
  const frame = () => {
    const now = performance.now();
    seen.frame = Math.max(seen.frame, now - last);
    seen.frames += 1;
    last = now;
    if (seen.on) requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  const ask = async () => {
    while (seen.on) {
      const from = performance.now();
      await window.quayside.invoke('server.logs', { name: 'photo' });
      seen.main = Math.max(seen.main, performance.now() - from);
      seen.answers += 1;
      await new Promise((done) => setTimeout(done, 20));
    }
  };
  void ask();
};
const told = (name, { frame, main, frames, answers }) =>
  console.log(`${name.padEnd(28)} longest frame ${frame.toFixed(0)} ms of ${frames}, longest answer of main ${main.toFixed(0)} ms of ${answers}`);
const stop = (page) =>
  page.evaluate(() => {
    window.seen.on = false;
    return window.seen;
  });

const photo = { command: process.execPath, args: [path.join(root, 'test/servers/photo.mjs')] };
const app = await launch({ servers: { photo } });
try {
  const { page } = app;
  await page.getByRole('button', { name: /1 connected/i }).waitFor();
  await page.evaluate(WATCH);
  await page.waitForTimeout(2500);
  told('at rest (yardstick)', await stop(page));

  await say(page, 'take a harbour photo');
  const dialog = approval(page);
  await dialog.waitFor();
  await page.waitForTimeout(600);
  await page.evaluate(WATCH);
  const from = performance.now();
  await dialog.getByRole('button', { name: 'Allow once' }).click();
  const image = page.getByRole('img', { name: /Image from the tool/ });
  await image.waitFor({ timeout: 60_000 });
  await image.evaluate((element) => element.decode());
  const took = performance.now() - from;
  await page.waitForTimeout(500);
  told('a 20 MB image', await stop(page));
  console.log(`shown after ${took.toFixed(0)} ms as ${await image.evaluate((element) => `${element.naturalWidth} × ${element.naturalHeight}`)}`);
  if (values.shots) {
    await page.locator('article article > button').first().click();
    await page.waitForTimeout(300);
    await page.screenshot({ path: path.join(values.shots, 'large-image.png') });
  }
  if (app.errors.length > 0) console.log('errors in the page:', app.errors);
} finally {
  await app.quit();
  removeHome(app.home);
}
