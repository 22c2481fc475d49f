import * as contracts from '#lib/domain/organizations/members/contracts.ts';
import { revokeInvitation } from '#lib/domain/organizations/members/revoke-invitation.ts';
import { requireOrganization } from '#lib/domain/organizations/require.ts';
import { liveSessionRoute } from '../../deps/console.ts';
import { sessionRoute, type SessionRouteDeps } from '../../http/session.ts';

export const createHandler = ({ access, ...deps }: SessionRouteDeps) =>
  sessionRoute({ access, contract: contracts.revokeInvitation }, async ({ user, params }) => {
    const { organizationId } = await requireOrganization(deps.table, user, params.organization_id);
    return revokeInvitation(deps, { organizationId, id: params.invitation_id }, user);
  });

export const handler = createHandler(liveSessionRoute());
