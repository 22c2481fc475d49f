import { isSecret } from '#lib/domain/auth/api-key.ts';
import type { User } from '#lib/domain/auth/session.ts';
import type { Table } from '#lib/platform/aws/table.ts';
import { ttlAt } from '#lib/platform/durations.ts';
import { AppError } from '#lib/platform/errors.ts';
import { log } from '#lib/platform/log.ts';
import { audited } from '../audit-log.ts';
import { stillHasRight } from '../still-has-right.ts';
import { type Membership, membershipKey, type Organization, organizationKey } from '../organization.ts';
import { findMembership, findOrganization, putOrganizationRow } from '../organization-repository.ts';
import { type OrganizationView, viewOrganization } from '../views.ts';
import { findInvitation, noInvitation } from './find-invitation.ts';
import {
  changeOpen,
  hasExpired,
  type Invitation,
  type InvitationRef,
  isOpen,
  isSameEmail,
} from './invitation.ts';

export type AcceptDeps = {
  readonly table: Pick<Table, 'get' | 'transact'>;
  readonly now: () => Date;
};
type Input = { readonly user: User; readonly secret: string };

const assertMayAccept = (invitation: Invitation, user: User, now: Date): void => {
  if (!isOpen(invitation)) throw noInvitation();
  if (hasExpired(invitation, now))
    throw new AppError('expired', 'This invitation has expired. Ask for a new one.');
  if (isSameEmail(invitation.email, user.email)) return;
  log.info('permission.denied', { user_id: user.id, organization_id: invitation.organizationId });
  throw new AppError(
    'permission_denied',
    `This invitation was sent to another address than ${user.email}. Sign in with the invited address, or ask for an invitation to yours.`,
  );
};

const memberAlready = ({ name }: Organization, { role }: Membership): AppError =>
  new AppError('invalid_state', `You are a member of ${name} already, as ${role}.`);

/**
 * Marks the invitation as used and makes the user a member. False if it was used, renewed or revoked, or if the inviter no
 * longer manages the organization.
 */
const join = async (
  { table, now }: AcceptDeps,
  { invitation, organization }: { readonly invitation: Invitation; readonly organization: Organization },
  user: User,
): Promise<boolean> => {
  const { id: organizationId } = organization;
  const { role } = invitation;
  const membership: Membership = {
    organizationId,
    userId: user.id,
    role,
    email: user.email,
    name: user.name,
    joinedAt: now().toISOString(),
    place: invitation.id,
  };
  const key = organizationKey(organizationId);
  const where = 'attribute_exists(pk) AND attribute_not_exists(deletedAt)';
  const owners = { set: 'ADD owners :ids', values: { ':ids': new Set([user.id]) } };
  const { done } = await table.transact([
    changeOpen(invitation, { acceptedBy: user.id, ttl: ttlAt(new Date(invitation.expiresAt)) }),
    {
      put: { ...membership, ...membershipKey(membership) },
      where: 'attribute_not_exists(pk) OR attribute_exists(removedAt)',
    },
    putOrganizationRow(user.id, organization),
    role === 'owner' ? { update: { key, where, ...owners } } : { check: { key, where } },
    audited({
      organizationId,
      actor: user,
      now: now(),
      action: 'member.joined',
      target: { id: user.id, name: user.email },
    }),
    // The invitations of an owner become invalid when the owner is removed or gets another role.
    stillHasRight({ organizationId, userId: invitation.invitedBy.id }, 'manage'),
  ]);
  return done;
};

/** Makes the user a member by an invitation to their email address. Repeating it has no effect. */
export const acceptInvitation = async (
  deps: AcceptDeps,
  ref: InvitationRef,
  { user, secret }: Input,
): Promise<OrganizationView> => {
  const invitation = await findInvitation(deps.table, ref);
  if (!invitation || !isSecret(secret, invitation.secretHash)) throw noInvitation();
  const { organizationId } = ref;
  const organization = await findOrganization(deps.table, organizationId);
  if (!organization) throw noInvitation();
  const findOwn = () => findMembership(deps.table, { organizationId, userId: user.id });
  const member = await findOwn();
  if (member && invitation.acceptedBy === user.id) return viewOrganization(organization, member.role);
  assertMayAccept(invitation, user, deps.now());
  if (member) throw memberAlready(organization, member);
  // A former owner cannot return by their own invitation. A transaction cannot check and write the same membership.
  if (invitation.invitedBy.id === user.id) throw noInvitation();
  if (await join(deps, { invitation, organization }, user))
    return viewOrganization(organization, invitation.role);
  // The same person may have accepted this or another invitation at the same moment, for example by a double click.
  const [now, joined] = await Promise.all([findInvitation(deps.table, ref), findOwn()]);
  if (!joined) throw noInvitation();
  if (now?.acceptedBy !== user.id) throw memberAlready(organization, joined);
  return viewOrganization(organization, joined.role);
};
