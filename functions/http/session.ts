import type { CountedSession } from '#lib/domain/auth/counted-session.ts';
import { type Session, signInFirst } from '#lib/domain/auth/session.ts';
import type { Requester } from '#lib/domain/organizations/require.ts';
import type { Table } from '#lib/platform/aws/table.ts';
import type {
  BodilessCreateContract,
  ChangeContract,
  Contract,
  CreateContract,
} from '#lib/platform/http/contract.ts';
import { cookieOf, sessionCookie } from '#lib/platform/http/cookies.ts';
import { authentication } from '#lib/platform/http/middleware/authentication.ts';
import { errors } from '#lib/platform/http/middleware/errors.ts';
import { withLogContext } from '#lib/platform/http/middleware/log-context.ts';
import type { Event } from '#lib/platform/http/middleware/middleware.ts';
import { parseBody } from '#lib/platform/http/middleware/parse-body.ts';
import { parseIdempotencyKey } from '#lib/platform/http/middleware/parse-idempotency-key.ts';
import { parseParameters } from '#lib/platform/http/middleware/parse-parameters.ts';
import { refuseApiKey } from '#lib/platform/http/middleware/refuse-credential.ts';
import { refuseBody } from '#lib/platform/http/middleware/refuse-body.ts';
import { sameOrigin } from '#lib/platform/http/middleware/same-origin.ts';
import type { Reply } from '#lib/platform/http/reply.ts';
import type { Created } from '#lib/platform/idempotency.ts';
import { type RequestFacts, requestFactsOf } from './request-facts.ts';
import { rightOf } from '../routes.ts';
import { createdReply, type Creation, creationOf } from './created.ts';
import { loggedRoute } from './logged-route.ts';

/** The dependencies with which console routes authenticate a request. */
export type ConsoleAccess = {
  /** The origin of the console's pages, "https://console.example". */
  readonly origin: string;
  /** Finds the live session with this id and counts the request. Throws `unauthenticated` or `rate_limit_exceeded`. */
  readonly countSession: (id: string) => Promise<CountedSession>;
};

/**
 * The dependencies of a console route: those of its verb, and the functions that identify the person and check their right.
 */
export type SessionRouteDeps<Deps = unknown> = Deps & {
  readonly access: ConsoleAccess;
  readonly table: Table;
  readonly now: () => Date;
};
type SessionRoute<C> = { readonly access: ConsoleAccess; readonly contract: C };
type SignedInRequest = RequestFacts & { readonly user: Requester; readonly session: Session };
type ParsedRequest<Params, Query> = SignedInRequest & { readonly params: Params; readonly query: Query };

const byCookie =
  (countSession: ConsoleAccess['countSession']) =>
  ({ cookies }: Event): Promise<CountedSession> => {
    const id = cookieOf(cookies, sessionCookie);
    if (id === undefined) throw signInFirst();
    return countSession(id);
  };

const signedIn = ({ origin, countSession }: ConsoleAccess) =>
  loggedRoute()
    .use(refuseApiKey())
    .use(sameOrigin(origin))
    .use(authentication(byCookie(countSession)))
    .use(parseIdempotencyKey());

const signedInRequestOf = (
  event: Event,
  context: Parameters<typeof requestFactsOf>[1] & { who: CountedSession },
): SignedInRequest => {
  const { session } = context.who;
  const user = { ...session.user, right: rightOf(event.routeKey) };
  return { ...requestFactsOf(event, context), session, user };
};

const bodilessRoute = <Params, Query, Answer>(
  { access, contract }: SessionRoute<Pick<Contract<Params, Query, never>, 'params' | 'query'>>,
  answer: (request: ParsedRequest<Params, Query>) => Promise<Answer>,
  toReply: (answer: Answer) => Reply,
) =>
  withLogContext(
    signedIn(access)
      .use(parseParameters(contract))
      .use(refuseBody())
      .use(errors())
      .handler(async (event, context) => {
        const { params, query } = context;
        return toReply(await answer({ ...signedInRequestOf(event, context), params, query }));
      }),
  );

/** A route of the signed-in console that reads no body. */
export const sessionRoute = <Params, Query, Answer>(
  route: SessionRoute<Contract<Params, Query, Answer>>,
  answer: (request: ParsedRequest<Params, Query>) => Promise<Answer>,
) => bodilessRoute(route, answer, (value) => route.contract.success.toReply(value));

/** A route of the signed-in console that creates something and reads no body. */
export const sessionBodilessCreateRoute = <Params, Query, Answer>(
  route: SessionRoute<BodilessCreateContract<Params, Query, Answer>>,
  answer: (request: ParsedRequest<Params, Query>) => Promise<Created<Answer>>,
) => bodilessRoute(route, answer, (created) => createdReply(route.contract, created));

const bodyRoute = <Params, Query, Body, Answer>(
  {
    access,
    contract,
  }: SessionRoute<Pick<CreateContract<Params, Query, Body, never>, 'params' | 'query' | 'body'>>,
  answer: (request: ParsedRequest<Params, Query> & Creation<Body>) => Promise<Answer>,
  toReply: (answer: Answer) => Reply,
) =>
  withLogContext(
    signedIn(access)
      .use(parseParameters(contract))
      .use(parseBody(contract))
      .use(errors())
      .handler(async (event, context) => {
        const { params, query } = context;
        const facts = { ...signedInRequestOf(event, context), ...creationOf(context) };
        return toReply(await answer({ ...facts, params, query }));
      }),
  );

/** A route of the signed-in console that applies the changes in its JSON body. */
export const sessionChangeRoute = <Params, Query, Body, Answer>(
  route: SessionRoute<ChangeContract<Params, Query, Body, Answer>>,
  answer: (request: ParsedRequest<Params, Query> & { readonly body: Body }) => Promise<Answer>,
) => bodyRoute(route, answer, (value) => route.contract.success.toReply(value));

/** A route of the signed-in console that creates something. */
export const sessionCreateRoute = <Params, Query, Body, Answer>(
  route: SessionRoute<CreateContract<Params, Query, Body, Answer>>,
  answer: (request: ParsedRequest<Params, Query> & Creation<Body>) => Promise<Created<Answer>>,
) => bodyRoute(route, answer, (created) => createdReply(route.contract, created));
