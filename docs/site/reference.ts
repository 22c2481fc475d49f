import { codeGroup } from './code.ts';
import { html, type Markup } from './html.ts';
import { type Heading, renderInline, renderText, type Rendered } from './markdown.ts';
import { fieldList, fieldsOf, nameOf, type Schema, schemaSection, typeOf } from './schema.ts';
import { slugOf } from './slug.ts';

type Parameter = {
  readonly $ref?: string;
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
};
type Media = { readonly schema: Schema; readonly example?: unknown };
type Response = {
  readonly description: string;
  readonly content?: Readonly<Record<string, Media>>;
  readonly 'x-error-types'?: readonly string[];
};
type Operation = {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly 'x-capability'?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<Record<string, Response>>;
};
type Items<Item> = Readonly<Record<string, Item>>;
/** The parts of an OpenAPI 3.1 document that are shown. */
export type OpenApi = {
  readonly info: { readonly description: string };
  readonly tags: readonly { readonly name: string; readonly description?: string }[];
  readonly paths: Items<Items<Operation>>;
  readonly webhooks: Items<Items<Operation>>;
  readonly components: {
    readonly parameters: Items<Parameter>;
    readonly schemas: Items<Schema>;
  };
};

const example = (value: unknown): Markup =>
  typeof value === 'string'
    ? codeGroup([{ language: 'text', code: value }], '')
    : codeGroup([{ language: 'json', code: JSON.stringify(value, undefined, 2) }], '');

const mediaOf = (content: Items<Media>): Markup[] =>
  Object.entries(content).map(
    ([type, { schema, example: value }]) =>
      html`<p class="media"><code>${type}</code> <span class="type">${typeOf(schema)}</span></p>
        ${value === undefined ? undefined : example(value)}`,
  );

/** Each error type links to its description; what it means there is said once. */
const errorLinks = (types: readonly string[]): Markup[] =>
  types.map((type) => html`<a href="/v1/errors#${type}"><code>${type}</code></a> `);

const parameterList = (parameters: readonly Parameter[], document: OpenApi): Markup =>
  fieldList(
    parameters
      .map(({ $ref, ...one }) => ($ref === undefined ? one : document.components.parameters[nameOf($ref)]))
      .filter((one) => one !== undefined)
      .map(({ name, in: place, required, description, schema }) => ({
        name,
        schema,
        description,
        mark: `${place}${required ? ', required' : ''}`,
      })),
  );

const isError = ([status]: readonly [string, Response]): boolean => Number(status) >= 400;

const responsesOf = (responses: Items<Response>): Markup => {
  const all = Object.entries(responses);
  const errors = all.filter(isError);
  return html`<h4>Answers</h4>
    ${all
      .filter((one) => !isError(one))
      .map(
        ([status, { description, content }]) =>
          html`<p><strong>${status}</strong> ${renderInline(description)}</p>
            ${mediaOf(content ?? {})}`,
      )}${
      errors.length === 0
        ? undefined
        : html`<details>
            <summary>Errors</summary>
            <dl class="errors">
              ${errors.map(
                ([status, { description, 'x-error-types': types }]) =>
                  html`<div>
                    <dt>${status}</dt>
                    <dd>${types ? errorLinks(types) : renderInline(description)}</dd>
                  </div>`,
              )}
            </dl>
          </details>`
    }`;
};

/** The fields of a body, which stand here too because a reader of the route needs them. */
const bodyFields = (content: Items<Media>, { components }: OpenApi): Markup[] =>
  Object.values(content).map(({ schema }) =>
    fieldsOf(schema.$ref === undefined ? schema : (components.schemas[nameOf(schema.$ref)] ?? {})),
  );

type Route = { readonly method: string; readonly path: string; readonly operation: Operation };

const route = ({ method, path, operation }: Route, document: OpenApi): Markup => {
  const { operationId, summary, description, parameters, requestBody, responses } = operation;
  const capability = operation['x-capability'] ?? 'available';
  return html`<section class="operation">
    <h3 id="${operationId.toLowerCase()}">
      ${summary}${capability === 'available' ? undefined : html` <span class="mark">${capability}</span>`}
    </h3>
    <p class="route"><span class="method ${method}">${method.toUpperCase()}</span> <code>${path}</code></p>
    ${description === undefined ? undefined : renderText(description)}${
      parameters
        ? html`<h4>Parameters</h4>
            ${parameterList(parameters, document)}`
        : undefined
    }${
      requestBody
        ? html`<h4>Body</h4>
            ${mediaOf(requestBody.content)}${bodyFields(requestBody.content, document)}`
        : undefined
    }${responsesOf(responses)}
  </section>`;
};

const routesOf = (paths: Items<Items<Operation>>): Route[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  );

const heading = (text: string): Heading => ({ id: slugOf(text), text });
const h2 = ({ id, text }: Heading): Markup => html`<h2 id="${id}">${text}</h2>`;

const tagSection = (tag: Tag, document: OpenApi): Markup =>
  html`${h2(tag)}${tag.description === undefined ? undefined : html`<p>${renderInline(tag.description)}</p>`}${tag.routes.map(
    (one) => route(one, document),
  )}`;

type Tag = Heading & { readonly description?: string | undefined; readonly routes: readonly Route[] };

const tagsOf = ({ tags, paths }: OpenApi): Tag[] =>
  tags.map(({ name, description }) => ({
    ...heading(name),
    description,
    routes: routesOf(paths).filter(({ operation }) => operation.tags.includes(name)),
  }));

const headingOf = ({ operation }: Route): Heading => ({
  id: operation.operationId.toLowerCase(),
  text: operation.summary,
  isDeeper: true,
});

/** The reference of the HTTP API, from its OpenAPI document. */
export const apiReference = (document: OpenApi): Rendered => {
  const events = heading('Webhook events');
  const schemas = heading('Schemas');
  const tags = tagsOf(document);
  return {
    title: 'API reference',
    headings: [...tags.flatMap((tag) => [tag, ...tag.routes.map(headingOf)]), events, schemas],
    body: html`<h1>API reference</h1>
      ${renderText(document.info.description)}
      <p>This page is made from <a href="/v1/openapi.json">/v1/openapi.json</a>.</p>
      ${tags.map((tag) => tagSection(tag, document))}${h2(events)}
      <p>The service posts these to the webhooks of a project.</p>
      ${routesOf(document.webhooks).map((one) => route(one, document))}${h2(schemas)}${Object.entries(
        document.components.schemas,
      ).map(([name, schema]) => schemaSection(name, schema))}`,
  };
};
