import * as contracts from '#lib/domain/organizations/members/contracts.ts';
import { removeFromOrganization } from '#lib/domain/organizations/members/change.ts';
import { requireOrganization } from '#lib/domain/organizations/require.ts';
import { liveSessionRoute } from '../../deps/console.ts';
import { sessionRoute, type SessionRouteDeps } from '../../http/session.ts';

export const createHandler = ({ access, ...deps }: SessionRouteDeps) =>
  sessionRoute({ access, contract: contracts.removeMember }, async ({ user, params }) => {
    const userId = params.user_id;
    // Every member may leave, but only owners may remove others.
    const requester = userId === user.id ? user : { ...user, right: 'manage' as const };
    const { organizationId } = await requireOrganization(deps.table, requester, params.organization_id);
    return removeFromOrganization(deps, { organizationId, userId }, user);
  });

export const handler = createHandler(liveSessionRoute());
