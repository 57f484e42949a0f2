import type { Raw, SessionHandlers } from './session.ts';

/** What we declare to a server: exactly what someone is there to answer; the rest gets -32601. */
export function declaredCapabilities(handlers: SessionHandlers): Raw {
  return {
    ...(handlers.sampling && { sampling: {} }),
    ...(handlers.elicitation && { elicitation: { form: {}, url: {} } }),
    ...(handlers.roots && { roots: { listChanged: true } }),
    ...handlers.capabilities,
  };
}

/** A server's log notification as one line (logging, any revision). */
export function logText(params: Raw): string {
  const { level, logger, data } = params;
  const text = typeof data === 'string' ? data : JSON.stringify(data);
  const from = typeof logger === 'string' && logger !== '' ? `${logger}: ` : '';
  return `${typeof level === 'string' ? `[${level}] ` : ''}${from}${text ?? ''}`;
}
