import type { Mode } from '#lib/platform/tenant.ts';
import type { Customer } from './function-world.ts';

/** The parts of a console request about a webhook, or about all webhooks of the customer's project. */
export const aboutWebhook = ({ person, projectId }: Customer, id = '', mode: Mode = 'live') => ({
  as: person,
  params: { webhook_id: id },
  query: { project_id: projectId, mode },
});

/** The parts of a console request about the customer's organization. */
export const aboutOrganization = ({ person, organizationId }: Customer) => ({
  as: person,
  params: { organization_id: organizationId },
});

/** The parts of a console request about the customer's project. */
export const aboutProject = ({ person, projectId }: Customer) => ({
  as: person,
  params: { project_id: projectId },
});
