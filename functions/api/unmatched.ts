import { AppError } from '#lib/platform/errors.ts';
import { methodsOf } from '#lib/platform/http/route-match.ts';
import { plannedAt } from '#lib/platform/openapi/capabilities.ts';
import { bareRoute } from '../http/bare.ts';
import { routes } from '../routes.ts';

const nothingAt = (path: string): AppError => {
  const planned = plannedAt(path);
  return planned === undefined
    ? new AppError('not_found', 'There is nothing at this path.')
    : new AppError('capability_unavailable', `This deployment does not offer ${planned} yet.`);
};

/** Answers requests that match no route, and OPTIONS for those that do, with the error object of every route. */
export const handler = bareRoute(async ({ rawPath, requestContext }) => {
  const { method } = requestContext.http;
  const methods = methodsOf(Object.keys(routes), rawPath);
  if (methods.length === 0) throw nothingAt(rawPath);
  const headers = { allow: [...methods, 'OPTIONS'].join(', ') };
  if (method === 'OPTIONS') return { statusCode: 204, headers };
  const message = `This path does not take ${method}. Use ${methods.join(' or ')}.`;
  throw new AppError('method_not_allowed', message, { headers, details: { allowed_methods: methods } });
});
