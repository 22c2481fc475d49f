import type { Mode, Tenant } from './api/types.ts';

const projectPages = ['playground', 'jobs', 'live', 'keys', 'webhooks', 'usage'] as const;
export type ProjectPage = (typeof projectPages)[number];

const organizationPages = ['billing', 'members', 'settings', 'audit'] as const;
export type OrganizationPage = (typeof organizationPages)[number];

const personalPages = ['organizations', 'account', 'signed-in'] as const;
type PersonalPage = (typeof personalPages)[number];

export type Route =
  | { page: 'home' | PersonalPage | 'unknown' }
  | { page: OrganizationPage; organizationId: string }
  | { page: 'invitation'; organizationId: string; id: string; secret: string }
  | ProjectRoute;
export type ProjectRoute = Tenant & ({ page: ProjectPage } | { page: 'job' | 'webhook'; id: string });

const isProjectPage = (name: string): name is ProjectPage => projectPages.some((page) => page === name);
const isOrganizationPage = (name: string): name is OrganizationPage =>
  organizationPages.some((page) => page === name);
const isPersonalPage = (name: string): name is PersonalPage => personalPages.some((page) => page === name);

const testPrefix = 'test/';

/** The address without its search part (`?…`), which determines what a list shows. */
export const pathOf = (hash: string): string => hash.replace(/\?.*/, '');
export const searchOf = (hash: string): string => /\?(.*)/.exec(hash)?.[1] ?? '';

/** Changes of the search part. An undefined or empty parameter is removed, and those that are left out stay. */
export type SearchChange = Readonly<Record<string, string | undefined>>;

export const hashWith = (hash: string, change: SearchChange): string => {
  const parameters = new URLSearchParams(searchOf(hash));
  for (const [name, value] of Object.entries(change))
    if (value) parameters.set(name, value);
    else parameters.delete(name);
  return parameters.size === 0 ? pathOf(hash) : `${pathOf(hash)}?${parameters.toString()}`;
};

/** The position at which a list starts. Undefined at its beginning. */
export const cursorOf = (hash: string): string | undefined =>
  new URLSearchParams(searchOf(hash)).get('cursor') ?? undefined;

/** Parses `#/…`. Routes are in the fragment, because the bucket serves a single page. Test mode has the prefix `test/`. */
export const routeOf = (hash: string): Route => {
  const path = pathOf(hash).replace(/^#?\/?/, '');
  const mode = path.startsWith(`${testPrefix}projects/`) ? 'test' : 'live';
  const inMode = mode === 'test' ? path.slice(testPrefix.length) : path;
  const [first = '', id = '', page = '', detail = '', ...rest] = inMode.split('/');
  if (rest.length > 0) return { page: 'unknown' };
  if (first === '') return { page: 'home' };
  if (isPersonalPage(first) && id === '') return { page: first };
  if (first === 'invitations' && detail !== '')
    return { page: 'invitation', organizationId: id, id: page, secret: detail };
  if (first === 'organizations' && detail === '' && isOrganizationPage(page))
    return { page, organizationId: id };
  if (first !== 'projects' || id === '') return { page: 'unknown' };
  const tenant = { projectId: id, mode } as const;
  if (detail === '') return isProjectPage(page) ? { page, ...tenant } : { page: 'unknown' };
  if (page === 'jobs') return { page: 'job', ...tenant, id: detail };
  if (page === 'webhooks') return { page: 'webhook', ...tenant, id: detail };
  return { page: 'unknown' };
};

const projectHash = ({ projectId, mode }: Tenant, page: string): string =>
  `#/${mode === 'test' ? testPrefix : ''}projects/${projectId}/${page}`;

export const hashOf = {
  home: '#/',
  organizations: '#/organizations',
  account: '#/account',
  signedIn: '#/signed-in',
  organization: (organizationId: string, page: OrganizationPage) =>
    `#/organizations/${organizationId}/${page}`,
  project: (tenant: Tenant, page: ProjectPage) => projectHash(tenant, page),
  job: (tenant: Tenant, jobId: string) => projectHash(tenant, `jobs/${jobId}`),
  webhook: (tenant: Tenant, webhookId: string) => projectHash(tenant, `webhooks/${webhookId}`),
};

/** The same page in another mode. A job or webhook exists in one mode only, so the address becomes that of the list. */
export const hashInMode = ({ page, projectId }: ProjectRoute, mode: Mode): string => {
  const shown = page === 'job' ? 'jobs' : page === 'webhook' ? 'webhooks' : page;
  return hashOf.project({ projectId, mode }, shown);
};
