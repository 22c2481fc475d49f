import * as contracts from '#lib/domain/organizations/members/contracts.ts';
import { listMembers } from '#lib/domain/organizations/members/list.ts';
import { requireOrganization } from '#lib/domain/organizations/require.ts';
import { liveSessionRoute } from '../../deps/console.ts';
import { sessionRoute, type SessionRouteDeps } from '../../http/session.ts';

export const createHandler = ({ access, table }: SessionRouteDeps) =>
  sessionRoute({ access, contract: contracts.listMembers }, async ({ user, params }) =>
    listMembers(table, await requireOrganization(table, user, params.organization_id)),
  );

export const handler = createHandler(liveSessionRoute());
