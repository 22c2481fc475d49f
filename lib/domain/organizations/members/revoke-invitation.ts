import { assigning, type Table } from '#lib/platform/aws/table.ts';
import { removeMember } from '#lib/platform/limits/id-set.ts';
import { placesOf } from '#lib/platform/limits/id-sets.ts';
import { ttlAt } from '#lib/platform/durations.ts';
import { type Actor, audited } from '../audit-log.ts';
import { findInvitation, noInvitation } from './find-invitation.ts';
import { invitationKey, type InvitationRef } from './invitation.ts';

export type RevokeInvitationDeps = {
  readonly table: Pick<Table, 'get' | 'transact'>;
  readonly now: () => Date;
};

/** Takes an invitation back: its link stops working. Repeating it has no effect. */
export const revokeInvitation = async (
  { table, now }: RevokeInvitationDeps,
  ref: InvitationRef,
  actor: Actor,
): Promise<void> => {
  const invitation = await findInvitation(table, ref);
  if (!invitation || invitation.acceptedBy !== undefined) throw noInvitation();
  if (invitation.revokedAt !== undefined) return;
  const { organizationId, id, email } = invitation;
  const at = now();
  const { done } = await table.transact([
    {
      update: {
        ...{ key: invitationKey(ref), ...assigning({ revokedAt: at.toISOString(), ttl: ttlAt(at) }) },
        where: 'attribute_not_exists(acceptedBy) AND attribute_not_exists(revokedAt)',
      },
    },
    { update: removeMember(placesOf(organizationId), id) },
    audited({
      ...{ organizationId, actor, now: at, action: 'invitation.revoked' },
      target: { id, name: email },
    }),
  ]);
  // Somebody else may have taken it back at the same moment.
  if (!done && (await findInvitation(table, ref))?.revokedAt === undefined) throw noInvitation();
};
