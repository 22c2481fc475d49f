import { allItems } from '#lib/platform/aws/every-item.ts';
import type { Table } from '#lib/platform/aws/table.ts';
import { readMemberIds } from '#lib/platform/limits/id-set.ts';
import { placesOf } from '#lib/platform/limits/id-sets.ts';
import { Membership } from '../organization.ts';
import type { Role } from '../roles.ts';
import { findInvitation } from './find-invitation.ts';
import { type Invitation, isOpen } from './invitation.ts';
import { type MembersView, viewInvitation, viewMember } from './views.ts';

type Reader = Pick<Table, 'query'>;

const byText = (one: string, other: string): number => (one < other ? -1 : 1);

/** The memberships of an organization's current members. */
export const readMembers = async (table: Reader, organizationId: string): Promise<Membership[]> => {
  const items = await allItems(table, {
    where: 'pk = :id AND sk BETWEEN :first AND :last',
    values: { ':id': organizationId, ':first': 'member/', ':last': 'member/~' },
    limit: 100,
  });
  return items.map((item) => Membership.parse(item)).filter(({ removedAt }) => removedAt === undefined);
};

/** The open invitations, each by its place: those that were taken back are kept for a week, and there may be any number of them. */
export const readInvitations = async (
  table: Pick<Table, 'get'>,
  organizationId: string,
  members: readonly Membership[],
): Promise<Invitation[]> => {
  const joined = new Set(members.map(({ place }) => place));
  const places = await readMemberIds(table, placesOf(organizationId));
  const ids = places.filter((id) => !joined.has(id));
  const found = await Promise.all(ids.map((id) => findInvitation(table, { organizationId, id })));
  return found.filter((invitation) => invitation !== undefined).filter(isOpen);
};

/** The members of an organization, oldest first, and for owners the open invitations, newest first. */
export const listMembers = async (
  table: Reader & Pick<Table, 'get'>,
  { organizationId, role }: { readonly organizationId: string; readonly role: Role },
): Promise<MembersView> => {
  const members = await readMembers(table, organizationId);
  const invitations = role === 'owner' ? await readInvitations(table, organizationId, members) : [];
  return {
    members: members.toSorted((one, other) => byText(one.joinedAt, other.joinedAt)).map(viewMember),
    invitations: invitations
      .toSorted((one, other) => byText(other.createdAt, one.createdAt))
      .map(viewInvitation),
  };
};
