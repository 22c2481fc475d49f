import type * as z from 'zod';
import { fingerprint } from '#lib/platform/canonical-json.ts';
import { jsonBody } from '../json-body.ts';
import { parseRequest } from '../validation.ts';
import { withoutNulls } from '../without-nulls.ts';
import type { Middleware } from './middleware.ts';

export type Body<T> = {
  body: T;
  /**
   * Computed from the body as it was sent, except for nulls that mean nothing, so that a replay is recognized even after a
   * release has changed defaults.
   */
  bodyFingerprint: string;
};

/** Parses the JSON body with the schema of the contract. */
export const parseBody = <T>({
  body,
}: {
  readonly body: { readonly schema: z.ZodType<T> };
}): Middleware<Body<T>> => ({
  before: ({ event, context }) => {
    const json = withoutNulls(body.schema, jsonBody(event));
    context.body = parseRequest(body.schema, json);
    context.bodyFingerprint = fingerprint(json);
  },
});
