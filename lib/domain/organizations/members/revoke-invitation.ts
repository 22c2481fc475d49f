import type { Table, Write } from '#lib/platform/aws/table.ts';
import { removeMember } from '#lib/platform/limits/id-set.ts';
import { placesOf } from '#lib/platform/limits/id-sets.ts';
import { ttlAt } from '#lib/platform/durations.ts';
import { type Actor, audited } from '../audit-log.ts';
import { findInvitation, noInvitation } from './find-invitation.ts';
import { type Invitation, invitationKey, type InvitationRef } from './invitation.ts';

export type RevokeInvitationDeps = {
  readonly table: Pick<Table, 'get' | 'transact'>;
  readonly now: () => Date;
};

const exists = 'attribute_exists(pk) AND attribute_not_exists(acceptedBy)';
const isOpen = `${exists} AND attribute_not_exists(revokedAt)`;

/**
 * The writes that mark an invitation as revoked and free its place, even if an operator has already marked it. The item
 * stays until the link would have expired: after a restore of the table, an operator finds in it what must be revoked
 * again.
 */
const revoked = (invitation: Invitation, at: Date, where: string): Write[] => [
  {
    update: {
      key: invitationKey(invitation),
      set: 'SET revokedAt = if_not_exists(revokedAt, :now), #ttl = if_not_exists(#ttl, :ttl)',
      where,
      names: { '#ttl': 'ttl' },
      values: { ':now': at.toISOString(), ':ttl': ttlAt(new Date(invitation.expiresAt)) },
    },
  },
  { update: removeMember(placesOf(invitation.organizationId), invitation.id) },
];

/** Revokes an invitation: its link stops working. Repeating it has no effect. */
export const revokeInvitation = async (
  { table, now }: RevokeInvitationDeps,
  ref: InvitationRef,
  actor: Actor,
): Promise<void> => {
  const invitation = await findInvitation(table, ref);
  if (!invitation) throw noInvitation();
  const { organizationId, id, email } = invitation;
  const at = now();
  const { done } = await table.transact([
    ...revoked(invitation, at, isOpen),
    audited({ organizationId, actor, now: at, action: 'invitation.revoked', target: { id, name: email } }),
  ]);
  // An invitation that an operator marked again after a restore still has its place.
  if (!done && !(await table.transact(revoked(invitation, at, exists))).done) throw noInvitation();
};
