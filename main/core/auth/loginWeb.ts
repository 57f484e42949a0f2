import { setTimeout as pause } from 'node:timers/promises';
import { type FetchLike, LATEST_PROTOCOL_VERSION } from '@modelcontextprotocol/client';

/** Before a login server in trouble is asked a second and last time, in milliseconds. */
const PAUSE_MS = 250;
/** A server that took longer than this to fail is not asked again, in milliseconds: a renewal holds a lock meanwhile. */
const QUICK_MS = 2_000;
const MAX_HOPS = 3;

/** A message that keeps its form under a redirect. */
type Init = { method?: 'GET' | 'POST'; headers?: Headers; body?: URLSearchParams | string };

/**
 * One request of a sign-in. Redirects are followed within the origin only (codes and secrets are meant for it). With `patient` a quick 5xx is
 * asked once more: gateways fail for a moment while a server restarts. At most eight messages.
 */
export async function send(fetch: FetchLike, address: string, init: Init = {}, patient = true): Promise<Response> {
  let at = new URL(address);
  for (let hops = 0; ; hops += 1) {
    const answer = await ask(fetch, at, init, patient && hops === 0);
    const to = hops < MAX_HOPS ? redirectOf(at, answer, init.method ?? 'GET') : undefined;
    if (!to) return answer;
    at = to;
  }
}

async function ask(fetch: FetchLike, at: URL, init: Init, patient: boolean): Promise<Response> {
  const began = performance.now();
  const first = await fetch(at, { ...init, redirect: 'manual' });
  if (!patient || first.status < 500 || performance.now() - began > QUICK_MS) return first;
  await pause(PAUSE_MS);
  return fetch(at, { ...init, redirect: 'manual' });
}

function redirectOf(from: URL, { status, headers }: Response, method: string): URL | undefined {
  const keepsForm = status === 307 || status === 308;
  if (!keepsForm && !(method === 'GET' && (status === 301 || status === 302 || status === 303))) return undefined;
  const to = URL.parse(headers.get('location') ?? '', from.href);
  return to && to.origin === from.origin && to.username === '' && to.password === '' ? to : undefined;
}

/** A JSON object from the web, or the status that came instead (200 for something else than a JSON object). */
export type Found = { fields: Record<string, unknown> } | { status: number };

/** Fields that are null count as absent: many servers write out what they do not have. */
export async function getDocument(fetch: FetchLike, address: string): Promise<Found> {
  const headers = new Headers({ accept: 'application/json', 'mcp-protocol-version': LATEST_PROTOCOL_VERSION });
  const answer = await send(fetch, address, { headers });
  const fields = answer.ok ? jsonObject(await answer.text()) : undefined;
  return fields ? { fields } : { status: answer.status };
}

export function jsonObject(text: string): Record<string, unknown> | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== null));
}
