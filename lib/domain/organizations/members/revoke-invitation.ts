import type { Table, Write } from '#lib/platform/aws/table.ts';
import { removeMember } from '#lib/platform/limits/id-set.ts';
import { placesOf } from '#lib/platform/limits/id-sets.ts';
import { type Actor, audited } from '../audit-log.ts';
import { findInvitation, noInvitation } from './find-invitation.ts';
import { type Invitation, type InvitationRef, markRevoked } from './invitation.ts';

export type RevokeInvitationDeps = {
  readonly table: Pick<Table, 'get' | 'transact'>;
  readonly now: () => Date;
};

const whileThere = 'attribute_exists(pk) AND attribute_not_exists(acceptedBy)';
const whileOpen = `${whileThere} AND attribute_not_exists(revokedAt)`;

/** The writes that revoke an invitation and free its place. */
const revoked = (invitation: Invitation, at: Date, where: string): Write[] => [
  markRevoked(invitation, at, where),
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
    ...revoked(invitation, at, whileOpen),
    audited({ organizationId, actor, now: at, action: 'invitation.revoked', target: { id, name: email } }),
  ]);
  // An invitation that an operator marked again after a restore still has its place.
  if (!done && !(await table.transact(revoked(invitation, at, whileThere))).done) throw noInvitation();
};
