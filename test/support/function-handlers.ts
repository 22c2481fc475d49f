import { type Route, routes } from '#functions/routes.ts';
import type { HttpHandler } from '#lib/platform/http/middleware/middleware.ts';
import type { FunctionDeps } from './function-deps.ts';

type Module = {
  readonly createHandler?: (deps: FunctionDeps) => HttpHandler;
  readonly handler: HttpHandler;
};

const modules = await Promise.all(
  Object.entries(routes).map(async ([route, { file }]): Promise<[string, Module]> => [
    route,
    await import(/* @vite-ignore */ `../../functions/${file}`),
  ]),
);

/** The handler of each route, with these deps. */
export const functionHandlers = (deps: FunctionDeps): Readonly<Record<Route, HttpHandler>> => {
  const handlers: any = Object.fromEntries(
    modules.map(([route, { createHandler, handler }]) => [
      route,
      // This handler is created from settings, and its own tests provide them.
      createHandler === undefined || route === 'GET /v1/capabilities' ? handler : createHandler(deps),
    ]),
  );
  return handlers;
};
