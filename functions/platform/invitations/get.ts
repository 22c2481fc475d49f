import * as contracts from '#lib/domain/organizations/members/contracts.ts';
import { getInvitation } from '#lib/domain/organizations/members/get-invitation.ts';
import { liveSessionRoute } from '../../deps/console.ts';
import { sessionRoute, type SessionRouteDeps } from '../../http/session.ts';

export const createHandler = ({ access, table }: SessionRouteDeps) =>
  sessionRoute({ access, contract: contracts.getInvitation }, async ({ user, params }) =>
    getInvitation({ table }, { organizationId: params.organization_id, id: params.invitation_id }, user),
  );

export const handler = createHandler(liveSessionRoute());
