import { createHash } from 'node:crypto';
import type * as z from 'zod';
import { fingerprint } from '#lib/platform/canonical-json.ts';
import { formBody } from '../form-body.ts';
import { parseRequest } from '../validation.ts';
import type { Body } from './parse-body.ts';
import type { Middleware } from './middleware.ts';

/** The parts by which a repeated body is recognized: its texts, and the SHA-256 and names of its files. */
const digested = async (value: unknown): Promise<unknown> => {
  if (Array.isArray(value)) return Promise.all(value.map(digested));
  if (!(value instanceof File)) return value;
  const sha256 = createHash('sha256').update(await value.bytes());
  return { sha256: sha256.digest('hex'), name: value.name, type: value.type };
};

/** Parses the multipart form with the schema of the contract. */
export const parseForm = <T>({
  body,
}: {
  readonly body: { readonly schema: z.ZodType<T> };
}): Middleware<Body<T>> => ({
  before: async ({ event, context }) => {
    const fields = await formBody(event);
    context.body = parseRequest(body.schema, fields);
    const entries = Object.entries(fields).map(async ([name, value]) => [name, await digested(value)]);
    context.bodyFingerprint = fingerprint(Object.fromEntries(await Promise.all(entries)));
  },
});
