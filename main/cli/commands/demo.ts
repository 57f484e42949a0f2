import { openSession } from '../askSession.ts';
import { connectAll } from '../connect.ts';
import type { Command } from '../context.ts';
import { EXIT } from '../exitCodes.ts';
import { createEventPrinter } from '../printEvents.ts';

export const DEMO_QUESTION = '查一下杭州明天的天气,告诉我出门要不要带伞';
export const DEMO_RULE = 'mcp__weather__get_forecast';

/** `demo`: the main job in a few seconds without person, network or key: server, tools, question, gate, call, answer. */
export const demo: Command = async (context) => {
  const { core, args, out, signal } = context;
  const say = (text: string): void => (args.json ? undefined : out.text(text));
  const started = Date.now();
  say('1 · The weather example starts (made-up weather, no network) …');
  await connectAll(context);
  const record = core.servers.get('weather');
  if (record?.state.kind !== 'connected') {
    out.note(record?.state.kind === 'failed' ? record.state.error.message : 'The weather example did not start.');
    return EXIT.failed;
  }
  say(`    connected in ${Math.round(record.connectMs ?? 0)} ms, protocol ${record.info?.protocolVersion}, ${record.counts.tools} tool`);
  say(`2 · Nothing runs unasked. This demo carries the rule  --allow ${DEMO_RULE}`);
  say(`3 · You ask:  ${DEMO_QUESTION}`);
  const session = await openSession(context);
  const print = createEventPrinter((text) => void process.stdout.write(text));
  let good = false;
  for await (const event of session.ask(DEMO_QUESTION, signal)) {
    if (event.type === 'tool-result') good = event.ok && !event.isError;
    if (event.type === 'done') good &&= event.stop === 'end';
    if (args.json) out.json(event);
    else print(event);
  }
  say(
    `4 · Done in ${((Date.now() - started) / 1000).toFixed(1)} s, without a language model. \`npm start\` opens the window; Settings connects a model.`,
  );
  return good ? EXIT.ok : EXIT.failed;
};
