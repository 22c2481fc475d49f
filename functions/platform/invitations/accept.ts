import * as contracts from '#lib/domain/organizations/members/contracts.ts';
import { acceptInvitation } from '#lib/domain/organizations/members/accept.ts';
import { now } from '../../deps/clock.ts';
import { liveConsole } from '../../deps/console.ts';
import { liveTable } from '../../deps/table.ts';
import { sessionChangeRoute, type SessionRouteDeps } from '../../http/session.ts';

export const createHandler = ({ access, ...deps }: SessionRouteDeps<{ readonly now: () => Date }>) =>
  sessionChangeRoute({ access, contract: contracts.acceptInvitation }, async ({ user, params, body }) => {
    const invitation = { organizationId: params.organization_id, id: params.invitation_id };
    return acceptInvitation(deps, invitation, { user, secret: body.secret });
  });

const table = liveTable();
export const handler = createHandler({ access: liveConsole(table), table, now });
