import * as contracts from '#lib/domain/organizations/members/contracts.ts';
import { changeRole } from '#lib/domain/organizations/members/change.ts';
import { requireOrganization } from '#lib/domain/organizations/require.ts';
import { liveSessionRoute } from '../../deps/console.ts';
import { sessionChangeRoute, type SessionRouteDeps } from '../../http/session.ts';

export const createHandler = ({ access, ...deps }: SessionRouteDeps) =>
  sessionChangeRoute({ access, contract: contracts.changeMember }, async ({ user, params, body }) => {
    const { organizationId } = await requireOrganization(deps.table, user, params.organization_id);
    const member = { organizationId, userId: params.user_id };
    return changeRole(deps, member, { role: body.role, actor: user });
  });

export const handler = createHandler(liveSessionRoute());
