import { hashSecret } from '#lib/domain/auth/api-key.ts';
import type { User } from '#lib/domain/auth/session.ts';
import type { Table, Write } from '#lib/platform/aws/table.ts';
import { assertSameBody, type Created, createdThenDeleted } from '#lib/platform/idempotency.ts';
import { addMember } from '#lib/platform/limits/id-set.ts';
import { placesOf } from '#lib/platform/limits/id-sets.ts';
import type { Limits } from '#lib/platform/limits/limits.ts';
import { limitReached } from '#lib/platform/limits/limit-reached.ts';
import { audited } from '../audit-log.ts';
import { notFound } from '../require.ts';
import { stillHasRight } from '../still-has-right.ts';
import { freePlaces } from './free-places.ts';
import { Invitation, invitationExpiry, invitationKey, linkOf, newSecret } from './invitation.ts';
import { mailInvitation, type MailInvitationDeps } from './mail-invitation.ts';
import { type CreatedInvitation, type NewInvitation, viewInvitation } from './views.ts';

export type InviteDeps = Pick<MailInvitationDeps, 'now' | 'sendMail'> & {
  readonly table: Pick<Table, 'get' | 'query' | 'transact' | 'update'>;
  readonly newId: () => string;
  readonly limits: Pick<Limits, 'membersPerOrganization'>;
  /** The console's origin, for the link. */
  readonly origin: string;
};
type Input = { readonly user: User; readonly body: NewInvitation; readonly bodyFingerprint: string };

const tooMany = (max: number) =>
  limitReached(
    { limit: 'members_per_organization_max', max },
    `Your organization has ${max} members and invitations besides its founder, the maximum. Remove one first.`,
  );

/**
 * Invites a person by a link that works once, for a week, and emails the link. Until then the invitation occupies a
 * place among the members.
 */
export const invite = async (
  { table, now, newId, limits, origin, sendMail }: InviteDeps,
  { organizationId }: { readonly organizationId: string },
  { user, body: { email, role }, bodyFingerprint }: Input,
): Promise<Created<CreatedInvitation>> => {
  const at = now();
  const secret = newSecret();
  const invitation: Invitation = {
    organizationId,
    id: newId(),
    email,
    role,
    secretHash: hashSecret(secret),
    invitedBy: { id: user.id, email: user.email },
    createdAt: at.toISOString(),
    expiresAt: invitationExpiry(at).toISOString(),
    fingerprint: bodyFingerprint,
  };
  const max = limits.membersPerOrganization;
  const writes: Write[] = [
    { put: { ...invitation, ...invitationKey(invitation) }, where: 'attribute_not_exists(pk)' },
    { update: addMember(placesOf(organizationId), invitation.id, max) },
    audited({
      organizationId,
      actor: user,
      now: at,
      action: 'member.invited',
      target: { id: invitation.id, name: email },
    }),
    // Also refused once the organization is deleted, which ends all memberships.
    stillHasRight({ organizationId, userId: user.id }, 'manage'),
  ];
  let outcome = await table.transact(writes);
  if (!outcome.done && outcome.reasons.at(-1)?.refused) throw notFound();
  if (!outcome.done && !outcome.reasons[0]?.refused) {
    const [, places] = outcome.reasons;
    if (await freePlaces(table, organizationId, places?.item)) outcome = await table.transact(writes);
  }
  if (outcome.done) {
    const url = linkOf(origin, invitation, secret);
    const mail = await mailInvitation({ table, now, sendMail }, invitation, url);
    return { value: { ...viewInvitation(invitation), url, mail }, replayed: false };
  }
  const [taken] = outcome.reasons;
  if (!taken?.refused) throw tooMany(max);
  const existing = Invitation.parse(taken.item);
  assertSameBody(existing.fingerprint, bodyFingerprint);
  if (existing.revokedAt !== undefined) throw createdThenDeleted('invitation');
  return { value: { ...viewInvitation(existing), url: null, mail: null }, replayed: true };
};
