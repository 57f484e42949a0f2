import type { Raw } from './session.ts';
import { isRaw } from './sessionErrors.ts';

/** What an answer says, whatever nulls stand beside it. */
export type Answer =
  | { kind: 'result'; result: Raw }
  | { kind: 'error'; code: number; message: string; data: unknown }
  | { kind: 'unreadable'; what: string };

/**
 * Reads an answer by hand: an id with a result is a success, a non-null error a failure, null members do not count
 * (MCP 2025-11-25, basic#responses; servers do send `"error": null`). Whoever waits must not hang, so nothing is dropped here.
 */
export function readAnswer(message: Raw): Answer {
  const { result, error } = message;
  if (error !== null && error !== undefined) return readError(error);
  if (isRaw(result)) return { kind: 'result', result };
  if (result === null) return { kind: 'result', result: {} };
  return { kind: 'unreadable', what: result === undefined ? 'neither a result nor an error' : 'the result is not an object' };
}

function readError(error: unknown): Answer {
  if (!isRaw(error)) return { kind: 'error', code: 0, message: String(error), data: undefined };
  const code = Number(error.code);
  const message = typeof error.message === 'string' && error.message !== '' ? error.message : 'no reason given';
  return { kind: 'error', code: Number.isFinite(code) ? code : 0, message, data: error.data };
}

/** The number behind an id or progress token: itself, or its canonical decimal text (gateways make `"1"` of `1`). `""`, `"0x1"`, `"1e0"` are not. */
export function numberOf(id: unknown): number | undefined {
  if (typeof id === 'number') return id;
  return typeof id === 'string' && /^(0|[1-9]\d{0,15})$/.test(id) ? Number(id) : undefined;
}

/** An initialize result with what sloppy servers leave out, so that the SDK's schema takes it. Versions are never invented. */
export function tidyInitialize(result: Raw): Raw {
  const info = isRaw(result.serverInfo) ? result.serverInfo : {};
  const { instructions, ...rest } = result;
  return {
    ...rest,
    capabilities: tidyCapabilities(result.capabilities),
    serverInfo: {
      name: text(info.name) ?? 'unknown',
      version: text(info.version) ?? '',
      ...(text(info.title) !== undefined && { title: info.title }),
    },
    ...(typeof instructions === 'string' && { instructions }),
  };
}

/** A server/discover result likewise (2026-07-28, server/discover). */
export function tidyDiscover(result: Raw): { supportedVersions: string[] } & Raw {
  const meta = isRaw(result._meta) ? result._meta : {};
  const info = isRaw(meta[SERVER_INFO_KEY]) ? meta[SERVER_INFO_KEY] : undefined;
  const name = text(info?.name);
  return {
    supportedVersions: Array.isArray(result.supportedVersions) ? result.supportedVersions.filter((item) => typeof item === 'string') : [],
    capabilities: tidyCapabilities(result.capabilities),
    ...(typeof result.instructions === 'string' && { instructions: result.instructions }),
    ttlMs: 0,
    cacheScope: 'private',
    ...(name !== undefined && {
      _meta: { [SERVER_INFO_KEY]: { name, version: text(info?.version) ?? '', ...(text(info?.title) !== undefined && { title: info?.title }) } },
    }),
  };
}

/** Capabilities that are not objects (`true`, `null`) become empty objects or go. */
function tidyCapabilities(value: unknown): Raw {
  if (!isRaw(value)) return {};
  const kept = Object.entries(value).filter(([, item]) => item !== null && item !== undefined && item !== false);
  return Object.fromEntries(kept.map(([key, item]) => [key, isRaw(item) ? tidyFlags(item) : {}]));
}

/** `listChanged: "yes"` and the like would fail the schema as well. */
function tidyFlags(capability: Raw): Raw {
  return Object.fromEntries(
    Object.entries(capability)
      .filter(([, item]) => item !== null)
      .map(([key, item]) => [key, key === 'listChanged' || key === 'subscribe' ? Boolean(item) : item]),
  );
}

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined);

const SERVER_INFO_KEY = 'io.modelcontextprotocol/serverInfo';
