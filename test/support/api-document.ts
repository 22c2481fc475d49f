import addFormats from 'ajv-formats';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { consoleOperations, operations } from '#functions/contracts.ts';
import { documentedWebhooks } from '#lib/domain/webhooks/payload.ts';
import { openApiDocument } from '#lib/platform/openapi/document.ts';

/** The document as a caller gets it. */
export const apiDocument: any = JSON.parse(JSON.stringify(openApiDocument(operations, documentedWebhooks)));

/** The document with the internal console routes, which tests also check. */
export const wholeDocument: any = JSON.parse(
  JSON.stringify(openApiDocument([...operations, ...consoleOperations], documentedWebhooks)),
);

/** The document allows additional response fields. Tests forbid them, so that every field is documented. */
const closed = (schema: any): any => {
  if (Array.isArray(schema)) return schema.map(closed);
  // Schemas of requests are closed, and the kinds of one (`oneOf`) by the whole.
  if (schema === null || typeof schema !== 'object' || schema.additionalProperties === false) return schema;
  const inner = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]));
  const isOpen = inner['type'] === 'object' && 'properties' in inner && !('additionalProperties' in inner);
  return isOpen ? { ...inner, additionalProperties: false } : inner;
};

// Optimizing the code of a validator takes longer than validating a few values.
const ajv = new Ajv2020({ strict: false, allErrors: true, code: { optimize: false } });
addFormats.default(ajv);
ajv.addSchema(closed(wholeDocument), 'openapi');

const pointer = (parts: readonly string[]): string =>
  parts.map((part) => `/${encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('');

const byPlace = new Map<string, ValidateFunction>();
const byText = new Map<string, ValidateFunction>();

/** Compiles each schema once for all its places, because compiling takes a while. */
const validatorOf = (place: readonly string[]): ValidateFunction => {
  const ref = `openapi#${pointer(place)}`;
  const known = byPlace.get(ref);
  if (known) return known;
  const text = JSON.stringify(place.reduce((node: any, part) => node[part], wholeDocument));
  const validate = byText.get(text) ?? ajv.compile({ $ref: ref });
  byPlace.set(ref, validate);
  byText.set(text, validate);
  return validate;
};

/** The schema violation of a value at this place of the document, or undefined. */
export const violation = (value: unknown, ...place: readonly string[]): string | undefined => {
  const validate = validatorOf(place);
  return validate(value) ? undefined : ajv.errorsText(validate.errors, { dataVar: 'value' });
};

/** Follows a reference within the document. */
export const resolved = (node: any): any =>
  node?.$ref === undefined
    ? node
    : node.$ref
        .slice(2)
        .split('/')
        .reduce(
          (at: any, part: string) => at[part.replaceAll('~1', '/').replaceAll('~0', '~')],
          wholeDocument,
        );

/** The fields that the JSON body of an operation may lack. None without such a body. */
export const optionalFields = (path: string, method: string): string[] => {
  const json = wholeDocument.paths[path][method].requestBody?.content['application/json'];
  const { properties = {}, required = [] } = resolved(json?.schema) ?? {};
  return Object.keys(properties).filter((name) => !required.includes(name));
};
