import * as z from 'zod';

export type Json = Readonly<Record<string, unknown>>;

/** JSON Schemas of the document, each named one once, as `components.schemas`. */
export type Schemas = {
  /** Of what a caller sends: unknown fields are refused. */
  readonly accepted: (schema: z.ZodType) => Json;
  /** Of what we answer: fields may be added, so callers must pass over those they do not know. */
  readonly answered: (schema: z.ZodType) => Json;
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
    accepted: (schema) => add(schema, 'input'),
    answered: (schema) => add(schema, 'output'),
    named: () => Object.fromEntries(Object.entries(named).toSorted(([a], [b]) => (a < b ? -1 : 1))),
  };
};
