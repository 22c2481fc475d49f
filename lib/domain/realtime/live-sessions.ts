import type { Table } from '#lib/platform/aws/table.ts';
import { readMemberIds } from '#lib/platform/limits/id-set.ts';
import { liveSessionsOf, projectsOf } from '#lib/platform/limits/id-sets.ts';
import { modeOf, tenantOf, type Tenant } from '#lib/platform/tenant.ts';
import { sessionKey } from './session-item.ts';
import { RealtimeSession } from './session.ts';

type Reader = Pick<Table, 'get'>;

/** The tenants that share the allowance of a session: the projects of its organization, in test mode only its own. */
const sharing = async (
  table: Reader,
  { tenant, organizationId }: Pick<RealtimeSession, 'tenant' | 'organizationId'>,
): Promise<readonly Tenant[]> => {
  if (modeOf(tenant) === 'test' || organizationId === null) return [tenant];
  const projects = await readMemberIds(table, projectsOf(organizationId));
  return [...new Set([tenant, ...projects.map((project) => tenantOf(project, 'live'))])];
};

/** The other live sessions that share the credit, or the test quota, of a session. Takes one read for each, and for each project. */
export const otherLiveSessions = async (
  table: Reader,
  session: Pick<RealtimeSession, 'tenant' | 'organizationId' | 'id'>,
): Promise<readonly RealtimeSession[]> => {
  const tenants = await sharing(table, session);
  const found = await Promise.all(
    tenants.map(async (tenant) => {
      const ids = await readMemberIds(table, liveSessionsOf(tenant));
      const others = ids.filter((id) => id !== session.id);
      return Promise.all(others.map((id) => table.get(sessionKey({ tenant, id }))));
    }),
  );
  return found.flat().flatMap((item) => (item ? [RealtimeSession.parse(item)] : []));
};
