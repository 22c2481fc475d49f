/** A route by its key: `GET /things/{id}` or `$default`. */
export type Route<Target> = { readonly key: string; readonly target: Target };

export type Match<Target> = {
  readonly route: Route<Target>;
  readonly pathParameters: Record<string, string>;
};

/** Finds the most specific route: a fixed segment before `{id}`, and `$default` last. `path` is percent-encoded. */
export const matchRoute = <Target>(
  routes: readonly Route<Target>[],
  method: string,
  path: string,
): Match<Target> | undefined => {
  const matches = routes.flatMap((route) => {
    const pathParameters = route.key === '$default' ? {} : parametersOf(route.key, method, path);
    return pathParameters ? [{ route, pathParameters }] : [];
  });
  return matches.toSorted((a, b) => rank(a.route.key) - rank(b.route.key))[0];
};

const parametersOf = (key: string, method: string, path: string): Record<string, string> | undefined => {
  const [routeMethod, routePath = ''] = key.split(' ');
  const wanted = routePath.split('/');
  const given = path.split('/');
  if (routeMethod !== method || given.length !== wanted.length) return undefined;
  const parameters: Record<string, string> = {};
  for (const [index, segment] of wanted.entries()) {
    const name = /^\{(\w+)\}$/.exec(segment)?.[1];
    const value = given[index] ?? '';
    if (name === undefined ? value !== segment : value === '') return undefined;
    if (name !== undefined) parameters[name] = decodePath(value);
  }
  return parameters;
};

/** A binary number with a 1 for each segment that is a parameter. */
const rank = (key: string): number => {
  if (key === '$default') return Infinity;
  const segments = key.split('/').map((segment) => (segment.startsWith('{') ? 1 : 0));
  return Number.parseInt(segments.join(''), 2);
};

/** Percent-decodes a path. A malformed path is returned unchanged. */
export const decodePath = (path: string): string => {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
};
