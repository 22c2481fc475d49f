import { contracts } from '#functions/contracts.ts';
import { isRoute, type Route, routes } from '#functions/routes.ts';
import type { Mode } from '#lib/platform/tenant.ts';
import type { Ask } from './ask-event.ts';
import type { Customer } from './function-world.ts';

/** Ids by the name of the path parameter. */
export type OwnedIds = Readonly<Record<string, string>>;

const all = Object.keys(routes).filter(isRoute);
export const of = (audience: string): Route[] => all.filter((route) => routes[route].audience === audience);
export const isUnsafe = (route: Route): boolean => !route.startsWith('GET ');
export const hasBody = (route: Route): boolean => contracts[route].body !== undefined;
export const takesForm = (route: Route): boolean =>
  contracts[route].body?.mediaType === 'multipart/form-data';
export const isPost = (route: Route): boolean => route.startsWith('POST ');
/** A POST route checks the body even if it needs none. */
export const takesBody = (route: Route): boolean => hasBody(route) || isPost(route);
export const takesProject = (route: Route): boolean => route.includes('/api/platform/v1/webhooks');

/** A well-formed request to a route, about the objects with these ids. */
export const validAsk = (route: Route, ids: OwnedIds, mode: Mode = 'live'): Ask => {
  const project = { project_id: ids['project_id'] ?? '', mode };
  const example: any = contracts[route].body?.example;
  const body = example && { ...example };
  if (takesForm(route)) body.file = new File(['audio'], 'call.mp3', { type: 'audio/mpeg' });
  if (body && 'project_id' in body) Object.assign(body, project);
  const isAbout = takesProject(route) && !route.startsWith('POST /api/platform/v1/webhooks ');
  const query = isAbout && route !== 'POST /api/platform/v1/webhooks' ? project : undefined;
  const isPlayground = /\{project_id\}\/(?:transcription|realtime)/.test(route);
  return {
    params: { ...ids },
    ...(body && { body }),
    ...(query ? { query } : isPlayground ? { query: { mode } } : {}),
  };
};

export const signedIn = [...of('api_key'), ...of('session')];
/** The caller of a route: a person for the console, a key for the API. */
export const asCaller = (route: Route, customer: Customer, mode: Mode = 'live') =>
  routes[route].audience === 'session' ? customer.person : customer[mode];
