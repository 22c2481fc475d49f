import { plannedAt } from '#lib/platform/openapi/capabilities.ts';
import { AppError } from '#lib/platform/errors.ts';
import { endpoint } from '#lib/platform/http/endpoint.ts';
import { methodsOf } from '#lib/platform/http/route-match.ts';
import { routes } from '../routes.ts';

const nothingAt = (path: string): AppError => {
  const planned = plannedAt(path);
  return planned === undefined
    ? new AppError('not_found', 'There is nothing at this path.')
    : new AppError('capability_unavailable', `This deployment does not offer ${planned} so far.`);
};

/** Answers what no route answers, with the same error object as the rest, and OPTIONS of what some do. */
export const handler = endpoint(async ({ rawPath, requestContext }) => {
  const { method } = requestContext.http;
  const methods = methodsOf(Object.keys(routes), rawPath);
  if (methods.length === 0) throw nothingAt(rawPath);
  const headers = { allow: [...methods, 'OPTIONS'].join(', ') };
  if (method === 'OPTIONS') return { statusCode: 204, headers };
  const message = `${method} is not possible here; ${methods.join(', ')} is.`;
  throw new AppError('method_not_allowed', message, { headers, details: { allowed_methods: methods } });
});
