import { keyOf } from '#lib/domain/auth/api-key.ts';
import type { Authenticate } from '#lib/domain/auth/authenticate.ts';
import type { Caller } from '#lib/domain/auth/caller.ts';
import {
  answerReply,
  type BodilessCreateContract,
  type ChangeContract,
  type Contract,
  type CreateContract,
} from '#lib/platform/http/contract.ts';
import { authentication } from '#lib/platform/http/middleware/authentication.ts';
import { errors } from '#lib/platform/http/middleware/errors.ts';
import { withLogContext } from '#lib/platform/http/middleware/log-context.ts';
import type { Event } from '#lib/platform/http/middleware/middleware.ts';
import { parseBody } from '#lib/platform/http/middleware/parse-body.ts';
import { parseIdempotencyKey } from '#lib/platform/http/middleware/parse-idempotency-key.ts';
import { parseParameters } from '#lib/platform/http/middleware/parse-parameters.ts';
import { refuseConsoleCookie } from '#lib/platform/http/middleware/refuse-credential.ts';
import { refuseBody } from '#lib/platform/http/middleware/refuse-body.ts';
import { requestRecord } from '#lib/platform/http/middleware/request-record.ts';
import type { Reply } from '#lib/platform/http/reply.ts';
import type { Created } from '#lib/platform/idempotency.ts';
import { type RequestFacts, requestFactsOf } from './request-facts.ts';
import { createdReply, type Creation, creationOf } from './created.ts';
import { loggedRoute } from './logged-route.ts';

/** The dependencies of a route with an API key: those of its verb, and the function that identifies the caller. */
export type KeyRouteDeps<Deps> = Deps & { readonly authenticate: Authenticate };
export type ApiKeyRoute<C> = { readonly authenticate: Authenticate; readonly contract: C };
export type ApiKeyRequest<Params, Query> = RequestFacts & {
  readonly caller: Caller;
  readonly params: Params;
  readonly query: Query;
};

type KeyFacts = {
  /** The secret part of the API key, from which further secrets are derived. */
  readonly keySecret: string;
};

const keySecretOf = ({ headers }: Event): string => keyOf(headers['authorization'])?.secret ?? '';

/** The middlewares of every route for servers with an API key, up to its parameters. */
export const authenticated = (authenticate: Authenticate) =>
  loggedRoute()
    .use(requestRecord())
    .use(refuseConsoleCookie())
    .use(authentication(({ headers }) => authenticate(headers['authorization'])))
    .use(parseIdempotencyKey());

const bodilessRoute = <Params, Query, Answer>(
  { authenticate, contract }: ApiKeyRoute<Pick<Contract<Params, Query, never>, 'params' | 'query'>>,
  answer: (request: ApiKeyRequest<Params, Query>) => Promise<Answer>,
  toReply: (answer: Answer) => Reply,
) =>
  withLogContext(
    authenticated(authenticate)
      .use(parseParameters(contract))
      .use(refuseBody())
      .use(errors())
      .handler(async (event, context) => {
        const { params, query } = context;
        const { caller } = context.who;
        return toReply(await answer({ ...requestFactsOf(event, context), caller, params, query }));
      }),
  );

/** A route for servers with an API key that reads no body. */
export const apiKeyRoute = <Params, Query, Answer>(
  route: ApiKeyRoute<Contract<Params, Query, Answer>>,
  answer: (request: ApiKeyRequest<Params, Query>) => Promise<Answer>,
) => bodilessRoute(route, answer, (value) => answerReply(route.contract, value));

/** A route for servers with an API key that creates something and reads no body. */
export const apiKeyBodilessCreateRoute = <Params, Query, Answer>(
  route: ApiKeyRoute<BodilessCreateContract<Params, Query, Answer>>,
  answer: (request: ApiKeyRequest<Params, Query>) => Promise<Created<Answer>>,
) => bodilessRoute(route, answer, (created) => createdReply(route.contract, created));

const bodyRoute = <Params, Query, Body, Answer>(
  {
    authenticate,
    contract,
  }: ApiKeyRoute<Pick<CreateContract<Params, Query, Body, never>, 'params' | 'query' | 'body'>>,
  answer: (request: ApiKeyRequest<Params, Query> & Creation<Body> & KeyFacts) => Promise<Answer>,
  toReply: (answer: Answer) => Reply,
) =>
  withLogContext(
    authenticated(authenticate)
      .use(parseParameters(contract))
      .use(parseBody(contract))
      .use(errors())
      .handler(async (event, context) => {
        const { params, query } = context;
        const { caller } = context.who;
        const creation = { ...creationOf(context), keySecret: keySecretOf(event) };
        return toReply(
          await answer({ ...requestFactsOf(event, context), ...creation, caller, params, query }),
        );
      }),
  );

/** A route for servers with an API key that applies the changes in its JSON body. */
export const apiKeyChangeRoute = <Params, Query, Body, Answer>(
  route: ApiKeyRoute<ChangeContract<Params, Query, Body, Answer>>,
  answer: (request: ApiKeyRequest<Params, Query> & { readonly body: Body }) => Promise<Answer>,
) => bodyRoute(route, answer, (value) => route.contract.success.toReply(value));

/** A route for servers with an API key that creates something: authenticates before it parses. */
export const apiKeyCreateRoute = <Params, Query, Body, Answer>(
  route: ApiKeyRoute<CreateContract<Params, Query, Body, Answer>>,
  answer: (request: ApiKeyRequest<Params, Query> & Creation<Body> & KeyFacts) => Promise<Created<Answer>>,
) => bodyRoute(route, answer, (created) => createdReply(route.contract, created));
