import type { AuthorizationServerMetadata } from '@modelcontextprotocol/client';
import { z } from 'zod';

/** What is read of protected resource metadata (RFC 9728). */
export interface ResourceDocument {
  resource: string;
  /** Login servers, those that are addresses. */
  servers: string[];
  scopes: string[];
}

/** A field that cannot be read is as good as none: one odd field must not keep anybody from signing in. */
const odd = undefined;
const Address = z.string().refine((text) => URL.canParse(text));
/** A list of words; some write a single text. */
const Words = z
  .union([z.array(z.unknown()), z.string()])
  .transform((value): string[] =>
    (typeof value === 'string' ? value.split(/\s+/) : value.filter((item) => typeof item === 'string')).filter(Boolean),
  );

const Resource = z.object({
  resource: Address,
  authorization_servers: Words.optional().catch(odd),
  scopes_supported: Words.optional().catch(odd),
});

const Server = z.object({
  issuer: z.string().min(1),
  authorization_endpoint: Address,
  token_endpoint: Address,
  registration_endpoint: Address.optional().catch(odd),
  revocation_endpoint: Address.optional().catch(odd),
  scopes_supported: Words.optional().catch(odd),
  response_types_supported: Words.optional().catch(odd),
  token_endpoint_auth_methods_supported: Words.optional().catch(odd),
  code_challenge_methods_supported: Words.optional().catch(odd),
  client_id_metadata_document_supported: z.boolean().optional().catch(odd),
  authorization_response_iss_parameter_supported: z.boolean().optional().catch(odd),
});

/** Undefined without a usable `resource`: then nothing says whom the document is about. */
export function resourceDocument(fields: Record<string, unknown>): ResourceDocument | undefined {
  const { data } = Resource.safeParse(fields);
  if (!data) return undefined;
  const servers = (data.authorization_servers ?? []).filter((address) => URL.canParse(address));
  return { resource: data.resource, servers, scopes: data.scopes_supported ?? [] };
}

/** Metadata of RFC 8414 or OpenID discovery; undefined without the addresses a sign-in needs. */
export function serverDocument(fields: Record<string, unknown>): AuthorizationServerMetadata | undefined {
  const { data } = Server.safeParse(fields);
  return data && { ...data, response_types_supported: data.response_types_supported ?? ['code'] };
}
