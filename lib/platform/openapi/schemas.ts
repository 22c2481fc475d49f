import * as z from 'zod';

export type Json = Readonly<Record<string, unknown>>;

/** Collects the document's JSON Schemas. Each named schema appears once, in `components.schemas`. */
export type Schemas = {
  /** Schema of a request part, which refuses unknown fields. */
  readonly request: (schema: z.ZodType) => Json;
  /** Schema of a JSON body: a request part whose optional fields may be null (http/without-nulls.ts). */
  readonly jsonBody: (schema: z.ZodType) => Json;
  /** Schema of a response, which may gain fields. */
  readonly response: (schema: z.ZodType) => Json;
  readonly named: () => Json;
};

const Root = z.looseObject({ $defs: z.record(z.string(), z.record(z.string(), z.unknown())).default({}) });

const Branches = z.looseObject({
  properties: z.record(z.string(), z.unknown()),
  oneOf: z.array(z.object({ required: z.array(z.string()) })),
});

/**
 * Generators make a type for each branch, and ignore fields next to the branches. So each branch gets all fields that it
 * allows.
 */
const withWholeBranches = (schema: Json): Json => {
  const { data } = Branches.safeParse(schema);
  if (!data) return schema;
  const { properties, oneOf } = data;
  const chosen = new Set(oneOf.flatMap(({ required }) => required));
  const whole = oneOf.map(({ required }) => ({
    type: 'object',
    required,
    properties: Object.fromEntries(
      Object.entries(properties).filter(([name]) => required.includes(name) || !chosen.has(name)),
    ),
  }));
  return { ...schema, oneOf: whole };
};

const annotations = new Set(['description', 'default', 'deprecated', 'examples']);

const withNull = (schema: Json): Json => {
  const { anyOf } = schema;
  if (Array.isArray(anyOf) && anyOf.some(({ type }) => type === 'null')) return schema;
  const [beside, inside] = [true, false].map((isBeside) =>
    Object.fromEntries(Object.entries(schema).filter(([key]) => annotations.has(key) === isBeside)),
  );
  return { ...beside, anyOf: [inside, { type: 'null' }] };
};

const WithFields = z.looseObject({
  type: z.literal('object'),
  properties: z.record(z.string(), z.record(z.string(), z.unknown())),
  required: z.array(z.string()).default([]),
});

/** Allows null in every field that may be absent. */
const withNulls = (node: unknown): unknown => {
  if (Array.isArray(node)) return node.map(withNulls);
  if (node === null || typeof node !== 'object') return node;
  const schema = Object.fromEntries(Object.entries(node).map(([key, inner]) => [key, withNulls(inner)]));
  const { data } = WithFields.safeParse(schema);
  if (!data) return schema;
  const properties = Object.entries(data.properties).map(([name, field]) => [
    name,
    data.required.includes(name) ? field : withNull(field),
  ]);
  return { ...schema, properties: Object.fromEntries(properties) };
};

const componentRef = (schema: unknown): unknown =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'));

export const collectSchemas = (): Schemas => {
  const named: Record<string, unknown> = {};

  const add = (schema: z.ZodType, io: 'input' | 'output', toNamed = (one: Json): unknown => one): Json => {
    const generated = z.toJSONSchema(schema, {
      io,
      override: ({ jsonSchema }) => {
        if (io === 'output' && jsonSchema.additionalProperties === false)
          delete jsonSchema.additionalProperties;
        // Some generators fail on the default of an object, in Python next to null and in Go everywhere.
        if (z.object().safeParse(jsonSchema.default).success) delete jsonSchema.default;
        // If a schema has both, the Python code of openapi-generator does not run.
        if (jsonSchema.format?.startsWith('date')) delete jsonSchema.pattern;
      },
    });
    const { $schema: _dialect, $defs, ...root } = Root.parse(componentRef(generated));
    for (const [name, one] of Object.entries($defs)) named[name] = toNamed(withWholeBranches(one));
    return root;
  };

  return {
    request: (schema) => add(schema, 'input'),
    jsonBody: (schema) => add(schema, 'input', withNulls),
    response: (schema) => add(schema, 'output'),
    named: () => Object.fromEntries(Object.entries(named).toSorted(([a], [b]) => (a < b ? -1 : 1))),
  };
};
