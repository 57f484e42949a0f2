import { transition } from '../../../main/core/servers/serverMachine.ts';
import { boom, EVENTS, type Loose, placeOf, play, policyAt, WAYS, withEpoch } from './machineKit.ts';

const crash = [{ type: 'retryDue' }, { type: 'slotTaken' }, { type: 'failed', error: boom }] as const;
const backingOff = WAYS['backing-off'] ?? [];

/** Ways whose place is the same but whose future differs: after many failures, after the cooldown. */
const SPECIAL: readonly { way: readonly Loose[]; now: number; note: string; events: readonly string[] }[] = [
  {
    way: [...backingOff, ...crash, ...crash, ...crash, { type: 'retryDue' }, { type: 'slotTaken' }],
    now: 0,
    note: 'at the limit',
    events: ['failed'],
  },
  { way: [...backingOff, { type: 'retryDue' }, { type: 'slotTaken' }], now: 0, note: 'after a loss', events: ['failed', 'closed'] },
  { way: WAYS.failed ?? [], now: 30_000, note: 'cooled down', events: ['runStarts', 'needCall'] },
];

const ALWAYS = ['disabled', 'removed', 'stopAll', 'configChanged', 'retryNow'];

/** The machine as Mermaid text, found by playing every event on every place: the picture cannot disagree with the code. */
export function machineDiagram(): string {
  const edges = new Map<string, Set<string>>();
  const add = (from: string, to: string, label: string): void => {
    const key = `${from}|${to}`;
    edges.set(key, (edges.get(key) ?? new Set()).add(label));
  };
  const walk = (way: readonly Loose[], now: number, names: readonly string[], note = ''): void => {
    const from = play(way).machine;
    for (const name of names) {
      const event = EVENTS[name];
      if (!event) throw new Error(`No event ${name}.`);
      const { machine } = transition(from, withEpoch(from, event), policyAt(now));
      if (machine.epoch !== from.epoch || placeOf(machine) !== placeOf(from)) add(placeOf(from), placeOf(machine), name + (note && ` (${note})`));
    }
  };
  const drawn = Object.keys(EVENTS).filter((name) => !ALWAYS.includes(name));
  for (const way of Object.values(WAYS)) walk(way, 0, drawn);
  for (const { way, now, note, events } of SPECIAL) walk(way, now, events, note);
  const lines = [...edges].map(([key, labels]) => {
    const [from = '', to = ''] = key.split('|');
    return `  ${id(from)} --> ${id(to)}: ${[...labels].join(', ')}`;
  });
  const names = Object.keys(WAYS).map((place) => `  state "${place}" as ${id(place)}`);
  return ['stateDiagram-v2', ...names, '  [*] --> disabled', ...lines].join('\n');
}

const id = (place: string): string => place.replaceAll('-', '_');

export function machinePage(): string {
  return `# The server machine

Drawn from \`main/core/servers/serverMachine.ts\` by \`node scripts/machine-diagram.ts\`; a test fails when this page is out of date.

A server is in one of the states of CON-1. \`queued\`, \`connecting\`, \`installing\`, \`listing\` (shown as connecting), \`backing-off\` and \`deferred\`
are phases of *pending*. Left out of the picture, because they lead from every state but *disabled* to the same one:
\`disabled\`, \`removed\`, \`stopAll\` → disabled; \`retryNow\`, \`configChanged\` → queued.

\`\`\`mermaid
${machineDiagram()}
\`\`\`

An *epoch* names one attempt and its connection. It is retired when the connection is left, so late reports of an old one are dropped.
Failures count up with each loss, fade one by one with time, and are forgotten after a connection that lasted and when the user steps in.
`;
}
