/** TypeScript types of JSON Schemas. Supports the part that the OpenAPI document and the protocol of sessions use. */

const quotedKey = (key: string): string => (/^[A-Za-z_]\w*$/.test(key) ? key : JSON.stringify(key));

const nameOf = ($ref: string): string => $ref.split('/').at(-1) ?? '';

const comment = (description: string | undefined): string =>
  description === undefined ? '' : `/** ${description.replaceAll('\n', ' ').replaceAll('*/', '* /')} */\n`;

const union = (types: readonly string[]): string => [...new Set(types)].join(' | ');

const objectOf = ({ properties = {}, required = [], additionalProperties, default: _ }: any): string => {
  const fields = Object.entries<any>(properties).map(([key, schema]) => {
    const [optional, left] = required.includes(key) ? ['', ''] : ['?', ' | undefined'];
    return `${comment(schema.description)}readonly ${quotedKey(key)}${optional}: ${typeOf(schema)}${left};`;
  });
  if (fields.length > 0) return `{\n${fields.join('\n')}\n}`;
  const values = typeof additionalProperties === 'object' && Object.keys(additionalProperties).length > 0;
  return `{ readonly [key: string]: ${values ? typeOf(additionalProperties) : 'unknown'} }`;
};

const simple: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
};

/** The type of the values that a schema accepts. Rules that TypeScript cannot express are left out. */
const typeOf = (schema: any): string => {
  if (schema.$ref !== undefined) return nameOf(schema.$ref);
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return union(schema.enum.map((value: unknown) => JSON.stringify(value)));
  if (schema.anyOf !== undefined && schema.properties === undefined) return union(schema.anyOf.map(typeOf));
  if (schema.oneOf !== undefined && schema.properties === undefined) return union(schema.oneOf.map(typeOf));
  if (Array.isArray(schema.type))
    return union(schema.type.map((type: string) => typeOf({ ...schema, type })));
  if (schema.type === 'array') return `readonly (${typeOf(schema.items ?? {})})[]`;
  if (schema.type === 'object') return objectOf(schema);
  return simple[schema.type] ?? 'unknown';
};

/** `export type` of a schema. */
export const declarationOf = (name: string, schema: any): string =>
  `${comment(schema.description)}export type ${name} = ${typeOf(schema)};`;
