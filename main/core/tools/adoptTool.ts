import type { JsonSchema, ToolAnnotations } from '../../../preload/contract/tools.ts';
import type { Raw } from '../servers/session.ts';
import { definitionHash } from './definitionHash.ts';
import { catalogLineOf, describeTool, titleOf } from './describeTool.ts';
import type { SalvagedTool } from './salvage.ts';
import { isObject } from './schema/keywords.ts';
import { type NormalizedSchema, normalizeSchema } from './schema/normalizeSchema.ts';
import type { Tool } from './tool.ts';

type Lazy = 'title' | 'description' | 'catalogLine' | 'inputSchema' | 'definitionHash' | 'notes';

/**
 * A tool whose derived parts are made when they are first read: most of 10,000 tools are never looked at, and hashing and
 * normalising them all while a list arrives would hold up the event loop.
 *
 * The derived parts are own enumerable properties, so a spread or JSON.stringify sees a complete tool.
 */
class AdoptedTool {
  readonly name: string;
  readonly server: string;
  readonly original: string;
  readonly fullDescription: string;
  readonly originalSchema: JsonSchema;
  readonly outputSchema?: JsonSchema;
  readonly annotations: ToolAnnotations;
  readonly definition: Raw;
  readonly appOnly?: boolean;
  declare readonly title: string;
  declare readonly description: string;
  declare readonly catalogLine: string;
  declare readonly inputSchema: JsonSchema;
  declare readonly definitionHash: string;
  declare readonly notes: readonly string[];
  readonly #salvaged: SalvagedTool;
  #schema: NormalizedSchema | undefined;
  #description: string | undefined;
  #catalogLine: string | undefined;
  #hash: string | undefined;

  /** Shared by all tools, so that the engine keeps one hidden class for them. */
  static readonly #derived = {
    title: AdoptedTool.#property((tool) => titleOf(tool.#salvaged)),
    description: AdoptedTool.#property((tool) => tool.#describe()),
    catalogLine: AdoptedTool.#property((tool) => tool.#line()),
    inputSchema: AdoptedTool.#property((tool) => tool.#normalized().schema),
    definitionHash: AdoptedTool.#property((tool) => tool.#hashed()),
    notes: AdoptedTool.#property((tool) => tool.#allNotes()),
  } satisfies Record<Lazy, PropertyDescriptor>;

  static #property(read: (tool: AdoptedTool) => unknown): PropertyDescriptor {
    return {
      enumerable: true,
      get(this: AdoptedTool) {
        return read(this);
      },
    };
  }

  constructor(name: string, server: string, salvaged: SalvagedTool) {
    this.name = name;
    this.server = server;
    this.original = salvaged.original;
    this.fullDescription = salvaged.description ?? '';
    this.originalSchema = salvaged.inputSchema;
    if (salvaged.outputSchema) this.outputSchema = salvaged.outputSchema;
    this.annotations = salvaged.annotations;
    this.definition = salvaged.definition;
    if (isAppOnly(salvaged.definition)) this.appOnly = true;
    this.#salvaged = salvaged;
    Object.defineProperties(this, AdoptedTool.#derived);
  }

  #normalized(): NormalizedSchema {
    this.#schema ??= normalizeSchema(this.originalSchema);
    return this.#schema;
  }

  #describe(): string {
    const { properties } = this.originalSchema;
    this.#description ??= describeTool({ ...this.#salvaged, server: this.server, parameters: isObject(properties) ? Object.keys(properties) : [] });
    return this.#description;
  }

  #line(): string {
    this.#catalogLine ??= catalogLineOf(this.#describe());
    return this.#catalogLine;
  }

  #hashed(): string {
    this.#hash ??= definitionHash(this.definition);
    return this.#hash;
  }

  #allNotes(): readonly string[] {
    return [...this.#salvaged.notes, ...this.#normalized().notes.map((note) => `/inputSchema${note.startsWith('/') ? '' : ' '}${note}`)];
  }
}

/** A salvaged definition as a tool of the table, under its model-facing name. */
export const adoptTool = (name: string, server: string, salvaged: SalvagedTool): Tool => new AdoptedTool(name, server, salvaged);

/** MCP Apps (2026-01-26): `_meta.ui.visibility` without "model" keeps a tool for the app's own use. */
function isAppOnly(definition: Raw): boolean {
  const ui = isObject(definition._meta) ? definition._meta.ui : undefined;
  const visibility = isObject(ui) ? ui.visibility : undefined;
  return Array.isArray(visibility) && visibility.length > 0 && !visibility.includes('model');
}
