import * as z from 'zod';

export type Json = Readonly<Record<string, unknown>>;

/** Collects the document's JSON Schemas; each named one appears once, in `components.schemas`. */
export type Schemas = {
  /** Schema of a request part, which refuses unknown fields. */
  readonly request: (schema: z.ZodType) => Json;
  /** Schema of a response, which may gain fields. */
  readonly response: (schema: z.ZodType) => Json;
  readonly named: () => Json;
};

const Root = z.looseObject({ $defs: z.record(z.string(), z.unknown()).default({}) });

const componentRef = (schema: unknown): unknown =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'));

export const collectSchemas = (): Schemas => {
  const named: Record<string, unknown> = {};

  const add = (schema: z.ZodType, io: 'input' | 'output'): Json => {
    const generated = z.toJSONSchema(schema, {
      io,
      override: ({ jsonSchema }) => {
        if (io === 'output' && jsonSchema.additionalProperties === false)
          delete jsonSchema.additionalProperties;
      },
    });
    const { $schema: _dialect, $defs, ...root } = Root.parse(componentRef(generated));
    Object.assign(named, $defs);
    return root;
  };

  return {
    request: (schema) => add(schema, 'input'),
    response: (schema) => add(schema, 'output'),
    named: () => Object.fromEntries(Object.entries(named).toSorted(([a], [b]) => (a < b ? -1 : 1))),
  };
};
