import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { findSession, type Session, type User } from '#lib/auth/sessions.ts';
import type { Table } from '#lib/aws/table.ts';
import { AppError } from '#lib/errors.ts';
import type { ChangeContract, Contract, CreateContract, Nothing } from './contract.ts';
import { cookieOf, sessionCookie } from './cookies.ts';
import { assertSameOrigin } from './cross-site.ts';
import { creationOf, type Created, type Creation, createdReply, endpoint, parameters } from './endpoint.ts';
import { jsonBody } from './json-body.ts';
import { parseRequest } from './validation.ts';

type Event = APIGatewayProxyEventV2;

/** Lets a request of somebody who is signed in through, or throws. */
export type Admit = (event: Event) => Promise<Session>;

type ConsoleDeps = {
  readonly table: Pick<Table, 'get' | 'update'>;
  /** Of the console's pages, "https://console.example". */
  readonly origin: string;
  readonly now?: () => Date;
};

/** Throws `permission_denied` for what is no request of the console's page, `unauthenticated` without a live session. */
export const consoleAdmission =
  ({ table, origin, now = () => new Date() }: ConsoleDeps): Admit =>
  async (event) => {
    if (event.headers['authorization'] !== undefined) {
      throw new AppError('permission_denied', 'An API key does not open the console. Sign in to it.');
    }
    assertSameOrigin(event, origin);
    const id = cookieOf(event.cookies, sessionCookie);
    if (id === undefined) throw new AppError('unauthenticated', 'Sign in to the console.');
    return findSession(table, id, now());
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
type Console<C> = { readonly admit: Admit; readonly contract: C };

const visitOf = ({ routeKey, requestContext }: Event, session: Session) => ({
  user: session.user,
  session,
  route: routeKey,
  requestId: requestContext.requestId,
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
  endpoint(async (event, context) => {
    const visit = visitOf(event, await admit(event));
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
  endpoint(async (event) => {
    const visit = visitOf(event, await admit(event));
    const asked = { ...visit, ...parameters(contract, event) };
    const body = parseRequest(contract.body.schema, jsonBody(event));
    return contract.success.toReply(await answer({ ...asked, body }));
  });

/** A handler for a console route that creates: parses the Idempotency-Key and the JSON body. */
export const consoleCreateEndpoint = <Params, Query, Body, Answer>(
  { admit, contract }: Console<CreateContract<Params, Query, Body, Answer>>,
  answer: (creation: Visit<Params> & Creation<Body> & { readonly query: Query }) => Promise<Created<Answer>>,
) =>
  endpoint(async (event) => {
    const visit = visitOf(event, await admit(event));
    return createdReply(contract, await answer({ ...visit, ...creationOf(contract, event) }));
  });
