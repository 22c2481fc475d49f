import * as z from 'zod';
import type { Middleware } from '#lib/platform/http/middleware/middleware.ts';
import { onAnswer } from '#lib/platform/http/middleware/middleware.ts';

const ErrorBody = z.looseObject({
  error: z.looseObject({
    type: z.string(),
    details: z.looseObject({
      failure: z.string().optional(),
      fields: z.array(z.looseObject({ path: z.string() })).optional(),
    }),
  }),
});

/** Adds `code` and `param` to an error, where OpenAI's clients look for them. */
export const openAiErrors = (): Middleware =>
  onAnswer((response) => {
    if (response.statusCode < 400 || response.body === undefined) return;
    const { error } = ErrorBody.parse(JSON.parse(response.body));
    const { failure, fields } = error.details;
    const theirs = { code: failure ?? error.type, param: fields?.[0]?.path || null };
    return { ...response, body: JSON.stringify({ error: { ...error, ...theirs } }) };
  });
