import { html, type Markup } from './html.ts';
import { renderInline } from './markdown.ts';

/** A JSON Schema as the documents have them. */
export type Schema = {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly deprecated?: boolean;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly additionalProperties?: Schema | boolean;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
} & Readonly<Record<string, unknown>>;

export const nameOf = ($ref: string): string => $ref.split('/').at(-1) ?? '';

const named = ($ref: string): Markup =>
  html`<a href="#schema-${nameOf($ref).toLowerCase()}">${nameOf($ref)}</a>`;

const joined = (parts: readonly Markup[], separator: string): Markup =>
  html`${parts.flatMap((part, at) => (at === 0 ? [part] : [html`${separator}`, part]))}`;

const json = (value: unknown): string => JSON.stringify(value);

/** The type of a schema's values in a few words, with links to the schemas that it names. */
export const typeOf = (schema: Schema): Markup => {
  if (schema.$ref !== undefined) return named(schema.$ref);
  if ('const' in schema) return html`${json(schema.const)}`;
  if (schema.enum) return html`${schema.enum.map(json).join(' | ')}`;
  const variants = schema.properties ? undefined : (schema.anyOf ?? schema.oneOf);
  if (variants) return joined(variants.map(typeOf), ' | ');
  if (schema.type === 'array') return html`array of ${typeOf(schema.items ?? {})}`;
  if (schema.type === 'object' && typeof schema.additionalProperties === 'object' && !schema.properties)
    return html`map of ${typeOf(schema.additionalProperties)}`;
  if (schema.type === undefined) return html`any`;
  return html`${[schema.type].flat().join(' | ')}${schema.format === undefined ? undefined : html` (${schema.format})`}`;
};

/** In the order of reading. */
const boundNames: Readonly<Record<string, string>> = {
  minimum: 'at least',
  maximum: 'at most',
  minLength: 'min length',
  maxLength: 'max length',
  minItems: 'min items',
  maxItems: 'max items',
  maxProperties: 'max entries',
};

/** The rules that a type does not say. Bounds of JavaScript's integers and patterns are left out. */
const boundsOf = (schema: Schema): string => {
  const bounds = Object.entries(boundNames).flatMap(([key, words]) => {
    const value = schema[key];
    return typeof value === 'number' && Math.abs(value) < Number.MAX_SAFE_INTEGER
      ? [`${words} ${value.toLocaleString('en')}`]
      : [];
  });
  const isTold = schema.default !== undefined && json(schema.default) !== '{}';
  return [...bounds, ...(isTold ? [`default ${json(schema.default)}`] : [])].join(', ');
};

const bounds = (schema: Schema): string =>
  [schema, ...(schema.anyOf ?? [])]
    .map(boundsOf)
    .filter((text) => text !== '')
    .join(', ');

export type Field = {
  readonly name: string;
  readonly schema: Schema;
  readonly description?: string | undefined;
  readonly mark?: string | undefined;
};

const row = ({ name, schema, description = schema.description, mark }: Field): Markup => {
  const rules = bounds(schema);
  const marks = [...(mark === undefined ? [] : [mark]), ...(schema.deprecated ? ['deprecated'] : [])];
  return html`<div class="field">
    <dt>
      <code>${name}</code> <span class="type">${typeOf(schema)}</span>${marks.map(
        (text) => html` <span class="mark">${text}</span>`,
      )}
    </dt>
    <dd>
      ${description === undefined ? undefined : renderInline(description)}${
        rules === '' ? undefined : html` <span class="quiet">${rules}</span>`
      }${
        schema.properties
          ? html`<details>
              <summary>Fields of <code>${name}</code></summary>
              ${fieldsOf(schema)}
            </details>`
          : undefined
      }
    </dd>
  </div>`;
};

export const fieldList = (fields: readonly Field[]): Markup =>
  html`<dl class="fields">${fields.map(row)}</dl>`;

/** The fields of an object. */
export const fieldsOf = (schema: Schema): Markup =>
  fieldList(
    Object.entries(schema.properties ?? {}).map(([name, field]) => ({
      name,
      schema: field,
      mark: schema.required?.includes(name) ? 'required' : undefined,
    })),
  );

/** A schema under its name. */
export const schemaSection = (name: string, schema: Schema): Markup =>
  html`<section class="schema">
    <h3 id="schema-${name.toLowerCase()}">${name}</h3>
    ${
      schema.description === undefined ? undefined : html`<p>${renderInline(schema.description)}</p>`
    }${schema.properties ? fieldsOf(schema) : html`<p class="type">${typeOf(schema)}</p>`}
  </section>`;
