import type { Model } from './model.ts';

/** A model whose errors hold no secret: providers like to repeat the key they refuse (CFG-8). What it writes is its own. */
export const maskedModel = (model: Model, redact: <T>(value: T) => T): Model => ({
  ...model,
  async *stream(request, signal) {
    for await (const event of model.stream(request, signal)) {
      yield event.kind === 'error' || event.kind === 'retry' ? { ...event, error: redact(event.error) } : event;
    }
  },
});
