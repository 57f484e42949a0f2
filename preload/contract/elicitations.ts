import { z } from 'zod';
import { JsonSchema } from './tools.ts';

/** A question that a server puts to the person (MCP 2025-11-25, client/elicitation; 2026-07-28, input_required). Foreign text, never HTML. */
export const ElicitationView = z.object({
  id: z.string(),
  /** The entry that asks. */
  server: z.string(),
  message: z.string(),
  createdAt: z.number(),
  /** Epoch milliseconds after which the server gets `cancel`; nothing is ever accepted by waiting. */
  expiresAt: z.number(),
  ask: z.discriminatedUnion('mode', [
    z.object({
      mode: z.literal('form'),
      requestedSchema: JsonSchema,
      /** Fields whose names say that a secret is wanted. A form is no place for one (elicitation, security considerations). */
      secretFields: z.array(z.string()),
    }),
    z.object({
      mode: z.literal('url'),
      url: z.string(),
      /** What the browser would really connect to, in ASCII (punycode), with its port. */
      host: z.string(),
      /** What a person should know before opening it. */
      warnings: z.array(z.enum(['not-encrypted', 'user-info', 'international-name', 'local'])),
    }),
  ]),
});
export type ElicitationView = z.infer<typeof ElicitationView>;

/** `decline` says no; `cancel` puts the question away without an answer. `accept` of a page opens it in the browser. */
export const ElicitationAnswer = z.discriminatedUnion('action', [
  z.object({ action: z.literal('accept'), content: z.record(z.string(), z.unknown()).optional() }),
  z.object({ action: z.literal('decline') }),
  z.object({ action: z.literal('cancel') }),
]);
export type ElicitationAnswer = z.infer<typeof ElicitationAnswer>;
