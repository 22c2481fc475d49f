/** A route by its key: `GET /things/{id}`, `ANY /files/{path+}` or `$default`. */
export type Route<Target> = { readonly key: string; readonly target: Target };

export type Match<Target> = {
  readonly route: Route<Target>;
  readonly pathParameters: Record<string, string>;
};

/**
 * Finds the most specific route: fixed segments before `{one}` before `{rest+}`, a method before ANY, and `$default` last. `path` is
 * percent-encoded.
 */
export const matchRoute = <Target>(
  routes: readonly Route<Target>[],
  method: string,
  path: string,
): Match<Target> | undefined => {
  const matches = routes.flatMap((route) => {
    const pathParameters = route.key === '$default' ? {} : parametersOf(route.key, method, path);
    return pathParameters ? [{ route, pathParameters }] : [];
  });
  return matches.toSorted((a, b) => compare(rank(a.route.key), rank(b.route.key)))[0];
};

const parametersOf = (key: string, method: string, path: string): Record<string, string> | undefined => {
  const [routeMethod, routePath = ''] = key.split(' ');
  if (routeMethod !== 'ANY' && routeMethod !== method) return undefined;
  const wanted = routePath.split('/');
  const given = path.split('/');
  const greedy = wanted.at(-1)?.endsWith('+}') ?? false;
  if (greedy ? given.length < wanted.length : given.length !== wanted.length) return undefined;
  const parameters: Record<string, string> = {};
  for (const [index, segment] of wanted.entries()) {
    const name = /^\{(\w+)\+?\}$/.exec(segment)?.[1];
    const value = segment.endsWith('+}') ? given.slice(index).join('/') : (given[index] ?? '');
    if (name === undefined ? value !== segment : value === '') return undefined;
    if (name !== undefined) parameters[name] = decodePath(value);
  }
  return parameters;
};

const rank = (key: string): string => {
  if (key === '$default') return '9';
  const [method, path = ''] = key.split(' ');
  const segments = path
    .split('/')
    .map((segment) => (!segment.startsWith('{') ? 0 : segment.endsWith('+}') ? 2 : 1));
  return `${segments.join('')}${method === 'ANY' ? 1 : 0}`;
};

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Percent-decodes a path. A malformed path is returned unchanged. */
export const decodePath = (path: string): string => {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
};
