// Statistics, options and the table of targets. Ratios are paired: both values were taken next to each other in the same round.
import fs from 'node:fs';

export const option = (name, fallback) => process.argv.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3) ?? fallback;
export const numbers = (name, fallback) => option(name, fallback).split(',').map(Number);
export const rest = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

export const quantile = (values, q) => {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? Number.NaN;
};
export const median = (values) => quantile(values, 0.5);
/** Median of the rounds' ratios. */
export const ratio = (ours, theirs) => median(ours.map((value, round) => value / theirs[round]).filter(Number.isFinite));

/** Two significant places where they matter. */
export const show = (value) => (Number.isFinite(value) ? (Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(2)) : '–');
export const spent = (since) => {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1000;
};

const results = [];

/** One row of the targets. `limit`: the most that is allowed. Printed at the end of the run, with the rows of all other scripts. */
export function target(what, value, limit, unit = '×') {
  const verdict = !Number.isFinite(value) ? 'no value' : value <= limit ? 'met' : 'missed';
  results.push({ what, target: `≤ ${limit} ${unit}`, result: `${show(value)} ${unit}`, verdict });
}

/** A figure without a target, for the same table. */
export const note = (what, result) => void results.push({ what, target: '', result, verdict: '' });

export function finish() {
  if (results.length === 0) return;
  console.table(results);
  const file = process.env.QUAYSIDE_BENCH_SUMMARY;
  if (file) fs.appendFileSync(file, results.map((row) => `${JSON.stringify(row)}\n`).join(''));
}

/**
 * The longest stretch in which this process's event loop did not turn, in milliseconds: `stop()` → { cpu, wall }. `cpu` is what this thread
 * worked meanwhile; on a machine with other work `wall` also holds the time in which the thread was not let run, which says nothing about us.
 */
export function watchLoop() {
  const worked = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
  let [cpu, wall] = [0, 0];
  let [at, done] = [performance.now(), worked()];
  const timer = setInterval(() => {
    const [now, until] = [performance.now(), worked()];
    wall = Math.max(wall, now - at - 2);
    cpu = Math.max(cpu, until - done);
    [at, done] = [now, until];
  }, 2);
  return {
    /** Waits for one more turn, so that the last stall is seen, and stops. */
    async stop() {
      await rest(4);
      clearInterval(timer);
      return { cpu, wall };
    },
  };
}
