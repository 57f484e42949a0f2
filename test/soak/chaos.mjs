// What happens to the servers: each step picks one and does something to it.
import { ourProcesses } from './leaks.mjs';

const STEPS_STDIO = ['kill', 'kill', 'restart', 'off', 'remove', 'freeze'];
const STEPS_REMOTE = ['forget', 'reset', 'down', 'stall', 'cut', 'restart', 'off', 'remove', 'wake'];

/** `order`: sends an order to the remote servers. `mark`: the environment variable that all processes of this run carry. */
export function createChaos({ core, random, kinds, order, mark, everyMs }) {
  const counts = {};
  const timers = new Set();
  /** Names that are switched off or taken away at the moment. */
  const away = new Map();
  const all = core.servers.list().map(({ config }) => config);
  let running = true;

  const later = (ms, run) => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      run();
    }, ms);
    timers.add(timer);
  };
  const pick = (list) => list[Math.floor(random() * list.length)];
  const apply = () =>
    core.servers.apply(
      all
        .filter(({ name }) => away.get(name) !== 'removed')
        .map((config) => (away.get(config.name) === 'off' ? { ...config, disabled: true } : config)),
    );
  const goAway = (name, how) => {
    away.set(name, how);
    apply();
    later(500 + random() * 8_000, () => {
      away.delete(name);
      apply();
    });
  };
  const signal = (name, which) => {
    for (const { pid, command } of ourProcesses(mark)) {
      if (!command.includes(` ${name}`)) continue;
      try {
        process.kill(pid, which);
      } catch {
        // It was quicker.
      }
    }
  };

  function act() {
    if (!running) return;
    later(everyMs * (0.5 + random()), act);
    const [name, kind] = pick([...kinds]);
    if (away.has(name)) return;
    const step = pick(kind === 'stdio' ? STEPS_STDIO : STEPS_REMOTE);
    counts[step] = (counts[step] ?? 0) + 1;
    switch (step) {
      case 'kill':
        return signal(name, 'SIGKILL');
      case 'freeze':
        // Alive and silent, until it is woken or ended.
        signal(name, 'SIGSTOP');
        return later(2_000 + random() * 4_000, () => signal(name, 'SIGCONT'));
      case 'restart':
        return void core.servers.restart(name);
      case 'off':
        return goAway(name, 'off');
      case 'remove':
        return goAway(name, 'removed');
      case 'wake':
        return core.servers.doubtRemotes();
      default:
        return order({ name, order: step, ms: Math.floor(1_000 + random() * 5_000) });
    }
  }

  return {
    counts,
    away,
    start: () => later(everyMs, act),
    /** All servers are wanted again. */
    stop() {
      running = false;
      for (const timer of timers) clearTimeout(timer);
      away.clear();
      apply();
    },
    wakeAll: () => {
      for (const [name, kind] of kinds) if (kind === 'stdio') signal(name, 'SIGCONT');
    },
  };
}
