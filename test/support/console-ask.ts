import type { Mode } from '#lib/platform/tenant.ts';
import type { Customer } from './function-world.ts';

/** The parts of a request in which the customer's person asks about a webhook, or about all of their project. */
export const aboutWebhook = ({ person, projectId }: Customer, id = '', mode: Mode = 'live') => ({
  as: person,
  params: { webhook_id: id },
  query: { project_id: projectId, mode },
});

/** The parts of a request in which the customer's person asks about their organization. */
export const aboutOrganization = ({ person, organizationId }: Customer) => ({
  as: person,
  params: { organization_id: organizationId },
});

/** The parts of a request in which the customer's person asks about their project. */
export const aboutProject = ({ person, projectId }: Customer) => ({
  as: person,
  params: { project_id: projectId },
});
