export type ProjectPage = 'playground' | 'keys' | 'webhooks' | 'usage';

export type Route =
  | { page: 'home' | 'organizations' | 'unknown' }
  | { page: 'billing'; organizationId: string }
  | { page: ProjectPage; projectId: string }
  | { page: 'job' | 'webhook'; projectId: string; id: string };

const projectPages: readonly string[] = ['playground', 'keys', 'webhooks', 'usage'] satisfies ProjectPage[];
const isProjectPage = (name: string): name is ProjectPage => projectPages.includes(name);

/** Addresses are after the `#`: the bucket knows one page only. */
export const routeOf = (hash: string): Route => {
  const [first = '', id = '', page = '', detail = '', ...rest] = hash.replace(/^#?\/?/, '').split('/');
  if (rest.length > 0) return { page: 'unknown' };
  if (first === '') return { page: 'home' };
  if (first === 'organizations' && id === '') return { page: 'organizations' };
  if (first === 'organizations' && page === 'billing') return { page: 'billing', organizationId: id };
  if (first !== 'projects' || id === '') return { page: 'unknown' };
  if (detail === '') return isProjectPage(page) ? { page, projectId: id } : { page: 'unknown' };
  if (page === 'jobs') return { page: 'job', projectId: id, id: detail };
  if (page === 'webhooks') return { page: 'webhook', projectId: id, id: detail };
  return { page: 'unknown' };
};

/** Addresses to link to. */
export const hashOf = {
  home: '#/',
  organizations: '#/organizations',
  billing: (organizationId: string) => `#/organizations/${organizationId}/billing`,
  project: (projectId: string, page: ProjectPage) => `#/projects/${projectId}/${page}`,
  job: (projectId: string, jobId: string) => `#/projects/${projectId}/jobs/${jobId}`,
  webhook: (projectId: string, webhookId: string) => `#/projects/${projectId}/webhooks/${webhookId}`,
};
