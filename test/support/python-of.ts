/** Python types of JSON Schemas, as TypedDict classes. */

const capitalized = (text: string): string =>
  text
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

const simple: Readonly<Record<string, string>> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  null: 'None',
};

const literal = (value: unknown): string =>
  value === null ? 'None' : typeof value === 'boolean' ? (value ? 'True' : 'False') : JSON.stringify(value);

const literals = (values: readonly unknown[]): string => `Literal[${values.map(literal).join(', ')}]`;

const union = (types: readonly string[]): string => {
  const values = [...new Set(types)];
  return values.length === 1 ? (values[0] ?? '') : `Union[${values.join(', ')}]`;
};

// Python keywords that are keys of our JSON. They cannot be the names of class fields.
const keywords = ['from', 'in', 'is', 'class', 'global', 'import'];

const typedDict = (name: string, fields: readonly (readonly [key: string, type: string])[]): string =>
  fields.some(([key]) => keywords.includes(key))
    ? `${name} = TypedDict("${name}", {${fields.map(([key, type]) => `"${key}": ${type}`).join(', ')}})`
    : `class ${name}(TypedDict):\n${fields.map(([key, type]) => `    ${key}: ${type}`).join('\n')}`;

/** The classes for a document's schemas. A nested object gets its own class. */
export const pythonTypes = (schemas: Readonly<Record<string, any>>): string[] => {
  const lines: string[] = [];
  const typeOf = (schema: any, name: string): string => {
    if (schema.$ref !== undefined) return `"${schema.$ref.split('/').at(-1)}"`;
    if ('const' in schema) return literals([schema.const]);
    if (schema.enum !== undefined) return literals(schema.enum);
    const variants = schema.properties === undefined ? (schema.anyOf ?? schema.oneOf) : undefined;
    if (variants !== undefined)
      return union(variants.map((one: any, at: number) => typeOf(one, `${name}${at + 1}`)));
    if (Array.isArray(schema.type))
      return union(schema.type.map((type: string) => typeOf({ ...schema, type }, name)));
    if (schema.type === 'array') return `Sequence[${typeOf(schema.items ?? {}, `${name}Item`)}]`;
    if (schema.type === 'object') return objectOf(schema, name);
    return simple[schema.type] ?? 'Any';
  };
  const objectOf = ({ properties, required = [], additionalProperties }: any, name: string): string => {
    if (properties === undefined) {
      const isTyped =
        typeof additionalProperties === 'object' && Object.keys(additionalProperties).length > 0;
      return `Mapping[str, ${isTyped ? typeOf(additionalProperties, `${name}Value`) : 'Any'}]`;
    }
    const fields = Object.entries<any>(properties).map(([key, schema]): [key: string, type: string] => {
      const type = typeOf(schema, `${name}${capitalized(key)}`);
      return [key, required.includes(key) ? type : `NotRequired[${type}]`];
    });
    lines.push(typedDict(name, fields));
    return `"${name}"`;
  };
  for (const [name, schema] of Object.entries(schemas)) {
    const type = typeOf(schema, name);
    if (type !== `"${name}"`) lines.push(`${name} = ${type}`);
  }
  return lines;
};
