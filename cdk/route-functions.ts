import type { Construct } from 'constructs';
import { isPublished, isRoute, type Route, routes } from '#functions/routes.ts';
import { type Access, constant } from './constructs/access.ts';
import { RouteFunction, routeKey } from './constructs/route-function.ts';
import { watchLatency } from './constructs/watch-latency.ts';
import type { SharedProps } from './data-stack.ts';

type RouteFunctionsProps = SharedProps & {
  /** The access of each route of the stack. Other routes get no function here. */
  readonly access: Readonly<Partial<Record<Route, readonly Access[]>>>;
};

/** Routes that may be slow: they wait for the end of a job or for an event, or call the payment provider. */
const slow: readonly Route[] = [
  'GET /v1/transcriptions/{transcription_id}',
  'GET /api/platform/v1/projects/{project_id}/transcriptions/{transcription_id}',
  'POST /v1/audio/transcriptions',
  'POST /v1/audio/translations',
  'GET /v1/realtime/sessions/{session_id}/events',
  'POST /api/platform/v1/organizations/{organization_id}/billing/checkout',
  'POST /api/platform/v1/billing/events',
];

/** Routes that only say that nothing is sold, if nothing is. */
const ofSales: readonly Route[] = [
  'POST /api/platform/v1/billing/events',
  'POST /api/platform/v1/organizations/{organization_id}/billing/checkout',
  'POST /api/platform/v1/organizations/{organization_id}/billing/portal',
  'GET /api/platform/v1/organizations/{organization_id}/billing/subscriptions',
  'GET /api/platform/v1/organizations/{organization_id}/billing/receipts/{entry_id}',
  'PATCH /api/platform/v1/organizations/{organization_id}/billing/auto-top-up',
];

/** Makes the functions of a stack's routes. */
export const routeFunctions = (
  scope: Construct,
  { settings, data, concurrency, access }: RouteFunctionsProps,
): ReadonlyMap<Route, RouteFunction> => {
  const functions = new Map<Route, RouteFunction>();
  const isOffered = (route: Route) => data.stripe !== undefined || !ofSales.includes(route);
  for (const route of Object.keys(routes).filter(isRoute)) {
    const granted = access[route];
    if (!granted) continue;
    const made = new RouteFunction(scope, {
      api: data.httpApi,
      key: routeKey(route),
      file: routes[route].file,
      access: [...granted, constant('LIMITS', JSON.stringify(settings.limits))],
      reservedConcurrency: concurrency.reserved[route],
      isOffered: isOffered(route),
      answersHead: isPublished(route),
      logRetention: settings.logRetentionDays,
    });
    functions.set(route, made);
  }
  const quick = [...functions.keys()].filter((route) => !slow.includes(route) && isOffered(route));
  watchLatency(scope, data.httpApi, quick.map(routeKey));
  return functions;
};
