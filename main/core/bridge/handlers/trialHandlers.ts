import { randomUUID } from 'node:crypto';
import type { ToolCallView } from '../../../../preload/contract/chat.ts';
import { settledChange } from '../../agent/executeToolCall.ts';
import { textNumbers } from '../../agent/textNumbers.ts';
import { HostError } from '../../base/hostError.ts';
import type { Handlers } from '../dispatch.ts';
import type { Publisher } from '../publisher.ts';
import { rawExchange } from '../rawExchange.ts';
import type { Services } from '../services.ts';

type TrialHandlers = Pick<Handlers, 'tools.call' | 'tools.cancelCall'>;

/** The tool tester (WIN-6): a call by a person, on the one road and through the gate like any other. */
export function trialHandlers({ tools, execute, redact }: Services, publisher: Publisher): TrialHandlers {
  const running = new Map<string, AbortController>();

  /** The card of a trial while it runs; without one it leaves the mirror. */
  function show(callId: string, call: ToolCallView | undefined): void {
    publisher.update((state) => {
      const { [callId]: _, ...others } = state.trials ?? {};
      return { ...state, trials: call ? { ...others, [callId]: call } : others };
    });
  }

  return {
    async 'tools.call'({ server, original, arguments: args, callId = `trial-${randomUUID()}` }) {
      const tool = tools.find(server, original);
      if (!tool)
        throw new HostError('call.unknown_tool', `The server "${server}" has no tool "${original}".`, { fix: 'Look at its list of tools again.' });
      if (running.has(callId)) throw new HostError('host.bad_input', 'This call is already running.', { fix: 'Wait for it, or cancel it.' });
      const stop = new AbortController();
      running.set(callId, stop);
      let call: ToolCallView = { id: callId, name: tool.name, server, original, title: tool.title, arguments: args, state: 'queued' };
      let sent: unknown;
      let answer: unknown;
      show(callId, call);
      try {
        const outcome = await execute({
          callId,
          tool,
          arguments: args,
          asker: 'tester',
          signal: stop.signal,
          onUpdate(change) {
            call = { ...call, ...change };
            show(callId, call);
          },
          onExchange(request, response) {
            sent = request;
            answer = response ?? answer;
          },
        });
        call = { ...call, ...settledChange(textNumbers(args), outcome) };
        return { call, ...(sent === undefined ? {} : { raw: rawExchange(sent, answer, redact) }) };
      } finally {
        running.delete(callId);
        show(callId, undefined);
      }
    },
    'tools.cancelCall'({ callId }) {
      const stop = running.get(callId);
      if (!stop) throw new HostError('host.not_found', 'This call is already over.');
      stop.abort();
      return {};
    },
  };
}
