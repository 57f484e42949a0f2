import { type FakeReply, type StreamOut, type StreamServer, startStreamServer } from './streamServer.ts';

export interface AnthropicAnswer {
  thinking?: { text: string; signature: string };
  text?: string[];
  calls?: { id: string; name: string; arguments: string | Record<string, unknown> }[];
  stop?: 'end_turn' | 'tool_use' | 'max_tokens' | 'refusal';
  drop?: boolean;
  hang?: boolean;
  /** An error event in the stream, after the content. */
  error?: { type: string; message: string };
}

const event = (out: StreamOut, type: string, data: object): void => out.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`);

/** A streamed message of the Messages API. */
export function anthropicAnswer(answer: AnthropicAnswer): FakeReply {
  return {
    async stream(out) {
      const usage = { input_tokens: 10, output_tokens: 1 };
      event(out, 'message_start', {
        message: { id: 'msg_1', type: 'message', role: 'assistant', model: 'm', content: [], stop_reason: null, stop_sequence: null, usage },
      });
      let index = 0;
      const block = (start: object, deltas: object[]): void => {
        event(out, 'content_block_start', { index, content_block: start });
        for (const delta of deltas) event(out, 'content_block_delta', { index, delta });
        event(out, 'content_block_stop', { index });
        index += 1;
      };
      if (answer.thinking) {
        const { text, signature } = answer.thinking;
        block({ type: 'thinking', thinking: '', signature: '' }, [
          { type: 'thinking_delta', thinking: text },
          { type: 'signature_delta', signature },
        ]);
      }
      if (answer.text)
        block(
          { type: 'text', text: '' },
          answer.text.map((text) => ({ type: 'text_delta', text })),
        );
      for (const call of answer.calls ?? []) {
        const text = typeof call.arguments === 'string' ? call.arguments : JSON.stringify(call.arguments);
        const half = text.length >> 1;
        block({ type: 'tool_use', id: call.id, name: call.name, input: {} }, [
          { type: 'input_json_delta', partial_json: text.slice(0, half) },
          { type: 'input_json_delta', partial_json: text.slice(half) },
        ]);
      }
      if (answer.error) return event(out, 'error', { error: answer.error });
      if (answer.hang) await out.gone;
      if (answer.drop) {
        await new Promise((resolve) => setImmediate(resolve));
        out.destroy();
        return;
      }
      event(out, 'message_delta', {
        delta: { stop_reason: answer.stop ?? (answer.calls ? 'tool_use' : 'end_turn'), stop_sequence: null },
        usage: { output_tokens: 7 },
      });
      event(out, 'message_stop', {});
    },
  };
}

export const anthropicError = (status: number, type: string, message: string, headers: Record<string, string> = {}): FakeReply => ({
  status,
  headers,
  json: { type: 'error', error: { type, message } },
});

/** A Messages API server with scripted answers and a model list. */
export function startFakeAnthropic(replies: readonly FakeReply[]): Promise<StreamServer> {
  return startStreamServer(replies, (path) =>
    path.startsWith('/v1/models') ? { json: { data: [{ id: 'claude-x', type: 'model', display_name: 'X' }], has_more: false } } : undefined,
  );
}
