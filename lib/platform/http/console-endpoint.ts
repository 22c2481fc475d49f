import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import { type CountedSession, countedSession } from '#lib/domain/auth/counted-session.ts';
import { type Session, signInFirst, type User } from '#lib/domain/auth/sessions.ts';
import type { Table } from '#lib/platform/aws/table.ts';
import { count, text } from '#lib/platform/config.ts';
import { AppError } from '#lib/platform/errors.ts';
import type { Created } from '#lib/platform/idempotency.ts';
import { log } from '#lib/platform/log.ts';
import type { ChangeContract, Contract, CreateContract, Nothing } from './contract.ts';
import { cookieOf, sessionCookie } from './cookies.ts';
import { assertSameOrigin } from './cross-site.ts';
import { creationOf, type Creation, createdReply, endpoint, parameters, withHeaders } from './endpoint.ts';
import { jsonBody } from './json-body.ts';
import type { Reply } from './reply.ts';
import { parseRequest } from './validation.ts';

type Event = APIGatewayProxyEventV2;

/** Lets a request of somebody who is signed in through, or throws. */
export type AuthenticateSession = (event: Event) => Promise<CountedSession>;

/** What `readConfig` has to read for `consoleAdmission`. */
export const consoleVariables = {
  /** Of the console's pages, "https://console.example". */
  CONSOLE_ORIGIN: text,
  /** Of each person. */
  CONSOLE_REQUESTS_PER_MINUTE: count,
};
type Variables = { readonly CONSOLE_ORIGIN: string; readonly CONSOLE_REQUESTS_PER_MINUTE: number };

/**
 * Throws `permission_denied` for what is no request of the console's page, `unauthenticated` without a live session,
 * `rate_limit_exceeded` for too many requests of a person.
 */
export const sessionAuthenticator = (
  table: Pick<Table, 'get' | 'update'>,
  { CONSOLE_ORIGIN: origin, CONSOLE_REQUESTS_PER_MINUTE: limit }: Variables,
): AuthenticateSession => {
  const admitSession = countedSession(table, limit);
  return async (event) => {
    if (event.headers['authorization'] !== undefined) {
      log.info('permission.denied', { reason: 'api_key_at_console' });
      throw new AppError('permission_denied', 'An API key does not open the console. Sign in to it.');
    }
    assertSameOrigin(event, origin);
    const id = cookieOf(event.cookies, sessionCookie);
    if (id === undefined) throw signInFirst();
    return admitSession(id);
  };
};

/** Who asks, and for what. */
type Visit<Params> = {
  readonly user: User;
  readonly session: Session;
  /** "POST /api/platform/v1/organizations": part of the scope of an Idempotency-Key. */
  readonly route: string;
  readonly requestId: string;
  readonly params: Params;
};
type Console<C> = { readonly admit: AuthenticateSession; readonly contract: C };

/** Every answer to somebody who is signed in tells what is left of their rate limit. */
const signedIn = (
  admit: AuthenticateSession,
  answer: (event: Event, visit: Omit<Visit<never>, 'params'>, context: Context) => Promise<Reply>,
) =>
  endpoint(async (event, context) => {
    const { session, headers } = await admit(event);
    const { routeKey: route, requestContext } = event;
    const visit = { user: session.user, session, route, requestId: requestContext.requestId };
    return withHeaders(event, headers, () => answer(event, visit, context));
  });

/** A handler for a console route that a browser visits before anybody is signed in. */
export const visitorEndpoint = <Query, Answer>(
  contract: Contract<Nothing, Query, Answer>,
  answer: (event: Event, query: Query) => Promise<Answer>,
) =>
  endpoint(async (event) => contract.success.toReply(await answer(event, parameters(contract, event).query)));

/** A handler for a console route without a body, whether it reads or changes something. */
export const consoleEndpoint = <Params, Query, Answer>(
  { admit, contract }: Console<Contract<Params, Query, Answer>>,
  answer: (
    visit: Visit<Params> & { readonly query: Query; readonly remainingMs: () => number },
  ) => Promise<Answer>,
) =>
  signedIn(admit, async (event, visit, context) => {
    // A form of another page could send one; JSON it cannot.
    if (event.body) jsonBody(event);
    const remainingMs = () => context.getRemainingTimeInMillis();
    return contract.success.toReply(await answer({ ...visit, ...parameters(contract, event), remainingMs }));
  });

/** A handler for a console route that changes something as its JSON body says. */
export const consoleChangeEndpoint = <Params, Query, Body, Answer>(
  { admit, contract }: Console<ChangeContract<Params, Query, Body, Answer>>,
  answer: (visit: Visit<Params> & { readonly query: Query; readonly body: Body }) => Promise<Answer>,
) =>
  signedIn(admit, async (event, visit) => {
    const asked = { ...visit, ...parameters(contract, event) };
    const body = parseRequest(contract.body.schema, jsonBody(event));
    return contract.success.toReply(await answer({ ...asked, body }));
  });

/** A handler for a console route that creates: parses the Idempotency-Key and the JSON body. */
export const consoleCreateEndpoint = <Params, Query, Body, Answer>(
  { admit, contract }: Console<CreateContract<Params, Query, Body, Answer>>,
  answer: (creation: Visit<Params> & Creation<Body> & { readonly query: Query }) => Promise<Created<Answer>>,
) =>
  signedIn(admit, async (event, visit) =>
    createdReply(contract, await answer({ ...visit, ...creationOf(contract, event) })),
  );
