import type * as z from 'zod';
import { fingerprint } from '#lib/platform/canonical-json.ts';
import { jsonBody } from '../json-body.ts';
import { parseRequest } from '../validation.ts';
import type { Middleware } from './middleware.ts';

export type Body<T> = {
  body: T;
  /** Of the body as it was sent: a later version with other defaults still recognizes a replay. */
  bodyFingerprint: string;
};

/** Parses the JSON body as the contract says. */
export const parseBody = <T>({
  body,
}: {
  readonly body: { readonly schema: z.ZodType<T> };
}): Middleware<Body<T>> => ({
  before: ({ event, context }) => {
    const json = jsonBody(event);
    context.body = parseRequest(body.schema, json);
    context.bodyFingerprint = fingerprint(json);
  },
});

/** Refuses a body that is no JSON where none is read: a form on another site can send one, JSON it cannot. */
export const refuseForms = (): Middleware => ({
  before: ({ event }) => {
    if (event.body) jsonBody(event);
  },
});
