import * as contracts from '#lib/domain/organizations/members/contracts.ts';
import { acceptInvitation } from '#lib/domain/organizations/members/accept.ts';
import { liveSessionRoute } from '../../deps/console.ts';
import { sessionChangeRoute, type SessionRouteDeps } from '../../http/session.ts';

export const createHandler = ({ access, ...deps }: SessionRouteDeps) =>
  sessionChangeRoute({ access, contract: contracts.acceptInvitation }, async ({ user, params, body }) => {
    const invitation = { organizationId: params.organization_id, id: params.invitation_id };
    return acceptInvitation(deps, invitation, { user, secret: body.secret });
  });

export const handler = createHandler(liveSessionRoute());
