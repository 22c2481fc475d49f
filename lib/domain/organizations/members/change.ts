import { assigning, type Change, type Table, type Write } from '#lib/platform/aws/table.ts';
import { ttlAt } from '#lib/platform/durations.ts';
import { AppError } from '#lib/platform/errors.ts';
import { isId } from '#lib/platform/ids.ts';
import { removeMember } from '#lib/platform/limits/id-set.ts';
import { placesOf } from '#lib/platform/limits/id-sets.ts';
import { type Actor, audited } from '../audit-log.ts';
import { notFound } from '../require.ts';
import { stillHasRight } from '../still-has-right.ts';
import { type MemberRef, type Membership, membershipKey, organizationKey } from '../organization.ts';
import { findMembership } from '../organization-repository.ts';
import { hasRight, type Role } from '../roles.ts';
import { type MemberView, viewMember } from './views.ts';

export type ChangeMemberDeps = {
  readonly table: Pick<Table, 'get' | 'transact'>;
  readonly now: () => Date;
};

const findMember = async (table: Pick<Table, 'get'>, ref: MemberRef): Promise<Membership> => {
  const member = isId('usr', ref.userId) ? await findMembership(table, ref) : undefined;
  if (!member) throw new AppError('not_found', 'Your organization has no member with this id.');
  return member;
};

/**
 * Adds the member to the owners, or removes them. The condition keeps the last owner, however many leave at the same
 * time.
 */
const ownersAfter = ({ organizationId, userId, role }: Membership, next: Role | undefined): Write[] => {
  const key = organizationKey(organizationId);
  const ids = { ':ids': new Set([userId]) };
  if (next === 'owner') return [{ update: { key, set: 'ADD owners :ids', values: ids } }];
  if (role !== 'owner') return [];
  const where = 'size(owners) > :one';
  return [{ update: { key, set: 'DELETE owners :ids', where, values: { ...ids, ':one': 1 } } }];
};

/** The update of a membership that has not changed since it was read. */
const changed = (member: Membership, change: Pick<Change, 'set' | 'names' | 'values'>): Write => ({
  update: {
    ...change,
    key: membershipKey(member),
    where: '#role = :before AND attribute_not_exists(removedAt)',
    names: { ...change.names, '#role': 'role' },
    values: { ...change.values, ':before': member.role },
  },
});

/**
 * The check that the actor still has the right. If actors change their own membership, the condition is the role that
 * was read.
 */
const authority = ({ organizationId, userId }: Membership, actor: Actor): Write[] =>
  actor.id === userId ? [] : [stillHasRight({ organizationId, userId: actor.id }, 'manage')];

/** Throws `invalid_state` if the change was refused, for the last owner or because another change came first. */
const apply = async (
  table: Pick<Table, 'transact'>,
  { owners, allowed, rest }: Readonly<Record<'owners' | 'allowed' | 'rest', Write[]>>,
): Promise<void> => {
  const outcome = await table.transact([...owners, ...allowed, ...rest]);
  if (outcome.done) return;
  const { reasons } = outcome;
  if (allowed.length > 0 && reasons[owners.length]?.refused) throw notFound();
  // A member who is no longer an owner is not the last owner.
  const isOther = reasons[owners.length + allowed.length]?.refused;
  throw new AppError(
    'invalid_state',
    owners.length > 0 && reasons[0]?.refused && !isOther
      ? 'An organization has at least one owner. Make another member an owner first.'
      : 'Somebody else changed this member at the same time. Look again, and repeat it if it is still needed.',
  );
};

/** Gives a member another role. */
export const changeRole = async (
  { table, now }: ChangeMemberDeps,
  ref: MemberRef,
  { role, actor }: { readonly role: Role; readonly actor: Actor },
): Promise<MemberView> => {
  const member = await findMember(table, ref);
  const { organizationId, userId, email } = member;
  if (member.role === role) return viewMember(member);
  if (actor.id === userId && !hasRight(member.role, 'manage')) throw notFound();
  await apply(table, {
    owners: ownersAfter(member, role),
    allowed: authority(member, actor),
    rest: [
      changed(member, assigning({ role })),
      audited({
        organizationId,
        actor,
        now: now(),
        action: 'member.role_changed',
        target: { id: userId, name: email },
        change: { from: member.role, to: role },
      }),
    ],
  });
  return viewMember({ ...member, role });
};

/** Removes a member, whose next request about the organization is refused. */
export const removeFromOrganization = async (
  { table, now }: ChangeMemberDeps,
  ref: MemberRef,
  actor: Actor,
): Promise<void> => {
  const member = await findMember(table, ref);
  const { organizationId, userId, email, place } = member;
  const at = now();
  await apply(table, {
    owners: ownersAfter(member, undefined),
    allowed: authority(member, actor),
    rest: [
      changed(member, assigning({ removedAt: at.toISOString(), ttl: ttlAt(at) })),
      ...(place === undefined ? [] : [{ update: removeMember(placesOf(organizationId), place) }]),
      audited({
        organizationId,
        actor,
        now: at,
        action: 'member.removed',
        target: { id: userId, name: email },
      }),
    ],
  });
};
