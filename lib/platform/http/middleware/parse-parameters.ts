import type { Contract } from '../contract.ts';
import { invalidFields, parseRequest } from '../validation.ts';
import type { Middleware } from './middleware.ts';

/** API Gateway joins the values of a repeated parameter with commas, and the result may be a value of its own. */
const assertOnce = (rawQueryString: string): void => {
  const names = [...new URLSearchParams(rawQueryString).keys()];
  const twice = names.find((name, at) => names.indexOf(name) < at);
  if (twice === undefined) return;
  const message = 'This parameter occurs twice. Send it once.';
  throw invalidFields([{ path: twice, rule: 'duplicate_key', message }]);
};

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
    assertOnce(event.rawQueryString);
    context.query = parseRequest(query, event.queryStringParameters ?? {});
  },
});
