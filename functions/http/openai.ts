import * as z from 'zod';
import type { Created } from '#lib/platform/idempotency.ts';
import type { Contract, CreateContract } from '#lib/platform/http/contract.ts';
import { errors } from '#lib/platform/http/middleware/errors.ts';
import { type Middleware, onAnswer } from '#lib/platform/http/middleware/middleware.ts';
import { withLogContext } from '#lib/platform/http/middleware/log-context.ts';
import { parseForm } from '#lib/platform/http/middleware/parse-form.ts';
import { parseParameters } from '#lib/platform/http/middleware/parse-parameters.ts';
import { type ApiKeyRequest, type ApiKeyRoute, authenticated } from './api-key.ts';
import { createdReply, type Creation, creationOf } from './created.ts';
import { requestFactsOf } from './request-facts.ts';

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
const openAiErrors = (): Middleware =>
  onAnswer((response) => {
    if (response.statusCode < 400 || response.body === undefined) return;
    const { error } = ErrorBody.parse(JSON.parse(response.body));
    const { failure, fields } = error.details;
    const theirs = { code: failure ?? error.type, param: fields?.[0]?.path || null };
    return { ...response, body: JSON.stringify({ error: { ...error, ...theirs } }) };
  });

/** A route of OpenAI's clients that takes a file in a multipart form, and answers with its text. */
export const audioRoute = <Params, Query, Body, Answer>(
  { authenticate, contract }: ApiKeyRoute<CreateContract<Params, Query, Body, Answer>>,
  answer: (request: ApiKeyRequest<Params, Query> & Creation<Body>) => Promise<Created<Answer>>,
) =>
  withLogContext(
    authenticated(authenticate)
      .use(openAiErrors())
      .use(parseParameters(contract))
      .use(parseForm(contract))
      .use(errors())
      .handler(async (event, context) => {
        const { params, query } = context;
        const { caller } = context.who;
        const facts = { ...requestFactsOf(event, context), ...creationOf(context) };
        const created = await answer({ ...facts, caller, params, query });
        return createdReply(contract, created);
      }),
  );

/** A route of OpenAI's clients that reads no body. */
export const openAiRoute = <Params, Query, Answer>(
  { authenticate, contract }: ApiKeyRoute<Contract<Params, Query, Answer>>,
  answer: (request: ApiKeyRequest<Params, Query>) => Promise<Answer>,
) =>
  withLogContext(
    authenticated(authenticate)
      .use(openAiErrors())
      .use(parseParameters(contract))
      .use(errors())
      .handler(async (event, context) => {
        const { params, query } = context;
        const { caller } = context.who;
        return contract.success.toReply(
          await answer({ ...requestFactsOf(event, context), caller, params, query }),
        );
      }),
  );
