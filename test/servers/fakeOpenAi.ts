import { type FakeReply, type StreamOut, type StreamServer, startStreamServer } from './streamServer.ts';

interface Call {
  id: string;
  name: string;
  /** The arguments as they go over the wire; objects are turned into JSON. */
  arguments: string | Record<string, unknown>;
}

export interface OpenAiAnswer {
  reasoning?: string[];
  text?: string[];
  refusal?: string;
  calls?: Call[];
  finish?: 'stop' | 'tool_calls' | 'length' | 'content_filter';
  /** Cuts the connection after the content, before the finish. */
  drop?: boolean;
  /** Keeps the stream open after the content until the client leaves. */
  hang?: boolean;
}

const event = (out: StreamOut, delta: object, finish: string | null = null, extra: object = {}): void =>
  out.write(
    `data: ${JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta, finish_reason: finish }], ...extra })}\n\n`,
  );

/** A streamed chat completion. */
export function openAiAnswer(answer: OpenAiAnswer): FakeReply {
  return {
    async stream(out) {
      event(out, { role: 'assistant', content: answer.calls ? null : '' });
      for (const piece of answer.reasoning ?? []) event(out, { reasoning_content: piece });
      for (const piece of answer.text ?? []) event(out, { content: piece });
      if (answer.refusal !== undefined) event(out, { refusal: answer.refusal });
      answer.calls?.forEach((call, index) => {
        const text = typeof call.arguments === 'string' ? call.arguments : JSON.stringify(call.arguments);
        const half = text.length >> 1;
        event(out, { tool_calls: [{ index, id: call.id, type: 'function', function: { name: call.name, arguments: text.slice(0, half) } }] });
        event(out, { tool_calls: [{ index, function: { arguments: text.slice(half) } }] });
      });
      if (answer.hang) await out.gone;
      if (answer.drop) {
        // Lets the bytes leave before the connection is cut.
        await new Promise((resolve) => setImmediate(resolve));
        out.destroy();
        return;
      }
      event(out, {}, answer.finish ?? (answer.calls ? 'tool_calls' : 'stop'));
      out.write(
        `data: ${JSON.stringify({ id: 'chatcmpl-1', choices: [], usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 } })}\n\n`,
      );
      out.write('data: [DONE]\n\n');
    },
  };
}

export const openAiError = (status: number, message: string, headers: Record<string, string> = {}, code?: string): FakeReply => ({
  status,
  headers,
  json: { error: { message, type: 'error', ...(code ? { code } : {}) } },
});

/** A chat-completions server with scripted answers and a model list. */
export function startFakeOpenAi(
  replies: readonly FakeReply[],
  models: readonly object[] = [{ id: 'small' }, { id: 'large' }],
): Promise<StreamServer> {
  return startStreamServer(replies, (path) => (path === '/v1/models' ? { json: { object: 'list', data: models } } : undefined));
}
