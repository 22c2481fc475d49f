import { AppError } from '#lib/platform/errors.ts';
import { methodsOf } from '#lib/platform/http/route-match.ts';
import { plannedAt } from '#lib/platform/openapi/capabilities.ts';
import { bareRoute } from '../http/bare.ts';
import { routes } from '../routes.ts';

const notFoundAt = (path: string): AppError => {
  const planned = plannedAt(path);
  return planned === undefined
    ? new AppError('not_found', 'There is nothing at this path.')
    : new AppError('capability_unavailable', `This deployment does not offer ${planned} yet.`);
};

/** Answers requests that match no route: 404, 405, or 501 for a planned capability, with the usual error object. OPTIONS on a known path is 204. */
export const handler = bareRoute(async ({ rawPath, requestContext }) => {
  const { method } = requestContext.http;
  const methods = methodsOf(Object.keys(routes), rawPath);
  if (methods.length === 0) throw notFoundAt(rawPath);
  const headers = { allow: [...methods, 'OPTIONS'].join(', ') };
  if (method === 'OPTIONS') return { statusCode: 204, headers };
  const message = `This path does not take ${method}. Use ${methods.join(' or ')}.`;
  throw new AppError('method_not_allowed', message, { headers, details: { allowed_methods: methods } });
});
