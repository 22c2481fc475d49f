import type { CreateContract } from '#lib/platform/http/contract.ts';
import { errors } from '#lib/platform/http/middleware/errors.ts';
import { withLogContext } from '#lib/platform/http/middleware/log-context.ts';
import { parseForm } from '#lib/platform/http/middleware/parse-form.ts';
import { parseIdempotencyKey } from '#lib/platform/http/middleware/parse-idempotency-key.ts';
import { parseParameters } from '#lib/platform/http/middleware/parse-parameters.ts';
import { type ApiKeyRequest, type ApiKeyRoute, authenticated } from './api-key.ts';
import type { Creation } from './created.ts';
import { openAiErrors } from './openai.ts';
import { requestFactsOf } from './request-facts.ts';

/** A route of OpenAI's clients that takes a file in a multipart form, and answers with what is made of it. */
export const audioRoute = <Params, Query, Body, Answer>(
  { authenticate, contract }: ApiKeyRoute<CreateContract<Params, Query, Body, Answer>>,
  answer: (request: ApiKeyRequest<Params, Query> & Creation<Body>) => Promise<Answer>,
) =>
  withLogContext(
    authenticated(authenticate)
      .use(openAiErrors())
      .use(parseIdempotencyKey())
      .use(parseParameters(contract))
      .use(parseForm(contract))
      .use(errors())
      .handler(async (event, context) => {
        const { params, query, body, bodyFingerprint, idempotencyKey } = context;
        const { caller } = context.who;
        const creation = { params, query, body, bodyFingerprint, idempotencyKey };
        return contract.success.toReply(
          await answer({ ...requestFactsOf(event, context), ...creation, caller }),
        );
      }),
  );
