import * as contracts from '#lib/domain/organizations/contracts.ts';
import { listAudit } from '#lib/domain/organizations/audit-log.ts';
import { requireOrganization } from '#lib/domain/organizations/require.ts';
import { liveSessionRoute } from '../../deps/console.ts';
import { sessionRoute, type SessionRouteDeps } from '../../http/session.ts';

export const createHandler = ({ access, table }: SessionRouteDeps) =>
  sessionRoute({ access, contract: contracts.listAudit }, async ({ user, params, query }) =>
    listAudit(table, await requireOrganization(table, user, params.organization_id), query),
  );

export const handler = createHandler(liveSessionRoute());
