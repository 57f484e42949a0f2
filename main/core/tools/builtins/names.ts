/** Names of the host's own tools for the model. A server's tool can never take one of them (TOL-3). */
export const BUILTIN_NAMES = ['search_tools', 'read_result', 'list_resources', 'read_resource'] as const;
export type BuiltinName = (typeof BUILTIN_NAMES)[number];

export const isBuiltinName = (name: string): name is BuiltinName => (BUILTIN_NAMES as readonly string[]).includes(name);
