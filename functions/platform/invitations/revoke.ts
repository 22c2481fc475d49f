import * as contracts from '#lib/domain/organizations/members/contracts.ts';
import { revokeInvitation } from '#lib/domain/organizations/members/revoke-invitation.ts';
import { requireOrganization } from '#lib/domain/organizations/require.ts';
import { now } from '../../deps/clock.ts';
import { liveConsole } from '../../deps/console.ts';
import { liveTable } from '../../deps/table.ts';
import { sessionRoute, type SessionRouteDeps } from '../../http/session.ts';

export const createHandler = ({ access, ...deps }: SessionRouteDeps<{ readonly now: () => Date }>) =>
  sessionRoute({ access, contract: contracts.revokeInvitation }, async ({ user, params }) => {
    const { organizationId } = await requireOrganization(deps.table, user, params.organization_id);
    return revokeInvitation(deps, { organizationId, id: params.invitation_id }, user);
  });

const table = liveTable();
export const handler = createHandler({ access: liveConsole(table), table, now });
