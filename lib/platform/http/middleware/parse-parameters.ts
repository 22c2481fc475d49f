import type { Contract } from '../contract.ts';
import { parseRequest } from '../validation.ts';
import type { Middleware } from './middleware.ts';

/** Parses path and query with the schemas of the contract. */
export const parseParameters = <Params, Query>({
  params,
  query,
}: Pick<Contract<Params, Query, never>, 'params' | 'query'>): Middleware<{
  params: Params;
  query: Query;
}> => ({
  before: ({ event, context }) => {
    context.params = parseRequest(params, event.pathParameters ?? {});
    context.query = parseRequest(query, event.queryStringParameters ?? {});
  },
});
