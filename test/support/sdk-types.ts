import * as z from 'zod';
import { ServerEvent } from '#lib/domain/realtime/protocol.ts';
import { WebhookPayload } from '#lib/domain/webhooks/payload.ts';
import { apiDocument } from './api-document.ts';
import { pythonTypes } from './python-of.ts';
import { declarationOf } from './typescript-of.ts';

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Query parameters as an object schema. */
const queryOf = (parameters: any[]) => ({
  type: 'object',
  properties: Object.fromEntries(
    parameters.map(({ name, description, schema }) => [name, { ...schema, description }]),
  ),
});

const queryObjects = (): Readonly<Record<string, object>> =>
  Object.fromEntries(
    Object.values<any>(apiDocument.paths)
      .flatMap((path) => Object.values<any>(path))
      .flatMap(({ operationId, parameters = [] }) => {
        const inQuery = parameters.filter((one: any) => one.in === 'query');
        return inQuery.length === 0 ? [] : [[`${capitalized(operationId)}Query`, queryOf(inQuery)]];
      }),
  );

const queries = (): string[] =>
  Object.entries(queryObjects()).map(([name, schema]) => declarationOf(name, schema));

const events = (): string => {
  const { description: _, ...schema } = z.toJSONSchema(WebhookPayload);
  return declarationOf('WebhookEvent', schema);
};

/** The messages of sessions, under the names by which sdk/typescript imports them. */
const messages = (): string[] => {
  const { $defs = {}, ...root } = z.toJSONSchema(ServerEvent);
  const known = Object.keys(apiDocument.components.schemas);
  return [
    ...Object.entries($defs)
      .filter(([name]) => !known.includes(name))
      .map(([name, schema]) => declarationOf(name, schema)),
    declarationOf('ServerEvent', root),
  ];
};

/** The source of sdk/typescript/types.ts. */
export const sdkTypes = (): string =>
  [
    '// Generated from the OpenAPI document by `npm run sdk:types`.',
    ...Object.entries(apiDocument.components.schemas).map(([name, schema]) => declarationOf(name, schema)),
    ...queries(),
    ...messages(),
    events(),
    '',
  ].join('\n\n');

/** The source of sdk/python/src/earshot/types.py. */
export const pythonSdkTypes = (): string => {
  const { $defs: ofWebhooks = {}, description: _, ...webhookEvent } = z.toJSONSchema(WebhookPayload);
  const { $defs: ofSessions = {}, ...realtimeEvent } = z.toJSONSchema(ServerEvent);
  const left = ['AsyncApi', 'OpenApi', 'EventStream'];
  const schemas = Object.entries({
    ...ofWebhooks,
    ...ofSessions,
    ...apiDocument.components.schemas,
  }).filter(([name]) => !left.includes(name));
  return [
    '# Generated from the OpenAPI document by `npm run sdk:types`.',
    'from typing import Any, Literal, Mapping, Sequence, TypedDict, Union\n\nfrom typing_extensions import NotRequired',
    ...pythonTypes({
      ...Object.fromEntries(schemas),
      ...queryObjects(),
      WebhookEvent: webhookEvent,
      RealtimeEvent: realtimeEvent,
    }),
    '',
  ].join('\n\n\n');
};
