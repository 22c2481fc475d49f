import { AppError } from '#lib/platform/errors.ts';
import { readableByAll } from '#lib/platform/http/middleware/any-origin.ts';
import { methodsOf } from '#lib/platform/http/route-match.ts';
import { missingAt } from '#lib/platform/openapi/capabilities.ts';
import { liveRealtime } from '../deps/settings.ts';
import { bareRoute } from '../http/bare.ts';
import { isPublished, routes } from '../routes.ts';

type Deployed = {
  /** Whether realtime sessions are deployed, the only capability that may be left out. */
  readonly realtime: boolean;
};

/** The capability of a path that this deployment leaves out. */
const leftOutAt = (path: string, { realtime }: Deployed): string | undefined =>
  realtime ? undefined : missingAt(path);

/** Answers requests that match no route: 404, 405, or 501 for a capability that is left out, with the usual error object. OPTIONS on a known path is 204. */
export const createHandler = (deployed: Deployed) =>
  bareRoute(async ({ rawPath, requestContext }) => {
    const leftOut = leftOutAt(rawPath, deployed);
    if (leftOut !== undefined)
      throw new AppError('capability_unavailable', `This deployment does not offer ${leftOut}.`);
    const { method } = requestContext.http;
    const methods = methodsOf(Object.keys(routes), rawPath);
    // The gateway matches the path as it was sent. If the path is percent-encoded without need, the method may exist for the
    // decoded path, although no route matched.
    if (methods.length === 0 || methods.some((one) => one === method))
      throw new AppError(
        'not_found',
        'There is nothing at this path. /v1/openapi.json has the paths of the API, and /docs beside the console describes them.',
      );
    const isOpen = isPublished(`GET ${rawPath}`);
    const allow = [...methods, ...(isOpen ? ['HEAD'] : []), 'OPTIONS'].join(', ');
    const headers = { allow, ...(isOpen && { ...readableByAll, 'access-control-allow-methods': allow }) };
    if (method === 'OPTIONS') return { statusCode: 204, headers };
    const message = `This path does not support ${method}. Use ${methods.join(' or ')}.`;
    throw new AppError('method_not_allowed', message, { headers, details: { allowed_methods: methods } });
  });

export const handler = createHandler({ realtime: liveRealtime() });
