import type { JsonSchema } from '../../../../preload/contract/tools.ts';
import { stem, wordsOf } from './words.ts';

/** What a property wants, as far as its schema, name and description tell. */
export type FieldKind =
  | 'choice'
  | 'boolean'
  | 'number'
  | 'url'
  | 'email'
  | 'path'
  | 'pattern'
  | 'date'
  | 'place'
  | 'name'
  | 'query'
  | 'content'
  | 'other'
  /** Objects and lists of objects: only a form or JSON can give them. */
  | 'complex';

export interface Field {
  name: string;
  schema: JsonSchema;
  kind: FieldKind;
  required: boolean;
  /** The value is a list of what `kind` says. */
  list: boolean;
  description: string;
  /** Values of an enum or const. */
  choices: readonly unknown[];
  integer: boolean;
}

const isObject = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The schema behind `anyOf: [x, null]` and local references. */
function plain(schema: unknown, root: JsonSchema, depth = 0): JsonSchema {
  if (!isObject(schema) || depth > 5) return {};
  if (typeof schema.$ref === 'string') {
    const name = /^#\/(\$defs|definitions)\/([^/]+)$/.exec(schema.$ref);
    const defs = name?.[1] ? root[name[1]] : undefined;
    const target = isObject(defs) && name?.[2] && Object.hasOwn(defs, name[2]) ? defs[name[2]] : undefined;
    return { ...plain(target, root, depth + 1), ...(typeof schema.description === 'string' ? { description: schema.description } : {}) };
  }
  for (const word of ['anyOf', 'oneOf']) {
    const branches = schema[word];
    if (!Array.isArray(branches)) continue;
    const useful = branches.map((branch) => plain(branch, root, depth + 1)).filter((branch) => branch.type !== 'null');
    if (useful[0]) return { ...useful[0], ...(typeof schema.description === 'string' ? { description: schema.description } : {}) };
  }
  return schema;
}

const typeOf = (schema: JsonSchema): string | undefined => {
  const { type } = schema;
  if (typeof type === 'string') return type;
  return Array.isArray(type) ? type.find((one): one is string => typeof one === 'string' && one !== 'null') : undefined;
};

const NEVER = /(?!)/;

/** By the words of the name first, then of the description: first hit wins. */
const BY_NAME: readonly (readonly [FieldKind, RegExp, RegExp?])[] = [
  ['url', /\b(url|uri|link|href|website)\b/, /\burls?\b|网址|链接/],
  ['email', /\be?mail\b|\brecipient\b/, /\be-?mail address\b|邮箱|邮件地址/],
  ['pattern', /\b(pattern|glob|regex)\b/, /\bglob\b|通配/],
  // `destination_city` is no path.
  ['place', /\b(city|location|place|town|region|country|address|origin)\b/],
  ['path', /\b(path|file|filename|filepath|dir|directory|folder|cwd|source|destination|src|dest|dst)\b/, /\bpaths?\b|路径|文件名|目录|文件夹/],
  ['date', /\b(date|day|when|since|until|deadline)\b/, /\bdate\b|日期/],
  ['place', NEVER, /\b(city|cities|location|place|town)\b|城市|地点|位置|地名|地区/],
  ['query', /\b(query|keyword|search|term|topic|q|subject|question)\b/, /\b(search (?:query|term)|keywords?)\b|关键词|搜索|主题/],
  ['name', /\b(name|title|label|entity|user|username|id|key|symbol|ticker|node|repo|owner|tag)s?\b/, /\bnames?\b|名称|名字/],
  [
    'content',
    /\b(content|text|message|body|note|prompt|input|sentence|thought|sql|code|script|command|description|comment|msg|data)s?\b/,
    /\b(text|message|content)\b|内容|文本|消息/,
  ],
];

function kindOf(name: string, schema: JsonSchema, type: string | undefined, description: string): FieldKind {
  if (Array.isArray(schema.enum) || 'const' in schema) return 'choice';
  if (type === 'boolean') return 'boolean';
  if (type === 'number' || type === 'integer') return 'number';
  if (type === 'object' || type === 'array') return 'complex';
  if (schema.format === 'uri' || schema.format === 'url') return 'url';
  if (schema.format === 'email') return 'email';
  if (schema.format === 'date' || schema.format === 'date-time') return 'date';
  const words = wordsOf(name.replaceAll('_', ' '))
    .map((word) => stem(word.text))
    .join(' ');
  const raw = name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]/g, ' ')
    .toLowerCase();
  const byName = BY_NAME.find(([, inName]) => inName.test(words) || inName.test(raw));
  if (byName && byName[0] !== 'name') return byName[0];
  const byText = BY_NAME.find(([, , inText]) => inText?.test(description.toLowerCase()));
  return byText?.[0] ?? byName?.[0] ?? 'other';
}

/** The properties of a tool's input in the order of the schema. */
export function fieldsOf(root: JsonSchema): Field[] {
  const properties = isObject(root.properties) ? root.properties : {};
  const required = Array.isArray(root.required) ? root.required : [];
  return Object.entries(properties).map(([name, raw]): Field => {
    const whole = plain(raw, root);
    const list = typeOf(whole) === 'array';
    const schema = list ? plain(whole.items, root) : whole;
    const description = typeof whole.description === 'string' ? whole.description : '';
    const type = typeOf(schema);
    return {
      name,
      schema,
      kind: list && type === undefined && !isObject(whole.items) ? 'complex' : kindOf(name, schema, type, description),
      // A default makes asking needless: the server fills it in.
      required: required.includes(name) && !('default' in whole),
      list,
      description,
      choices: Array.isArray(schema.enum) ? schema.enum : 'const' in schema ? [schema.const] : [],
      integer: type === 'integer',
    };
  });
}
