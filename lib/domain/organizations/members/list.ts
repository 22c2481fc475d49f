import { allItems } from '#lib/platform/aws/every-item.ts';
import type { Item, Table } from '#lib/platform/aws/table.ts';
import { Membership } from '../organization.ts';
import type { Role } from '../roles.ts';
import { Invitation, invitationsOf, isOpen } from './invitation.ts';
import { type MembersView, viewInvitation, viewMember } from './views.ts';

type Reader = Pick<Table, 'query'>;
type Partition = Omit<Parameters<Reader['query']>[0], 'limit' | 'startAfter'>;

/** All items of a query. The limit of members keeps their number small. */
const queryAll = (table: Reader, query: Partition): Promise<readonly Item[]> =>
  allItems((startAfter) => table.query({ ...query, limit: 100, startAfter }));

const byText = (one: string, other: string): number => (one < other ? -1 : 1);

/** The memberships of an organization's current members. */
export const readMembers = async (table: Reader, organizationId: string): Promise<Membership[]> => {
  const items = await queryAll(table, {
    where: 'pk = :id AND sk BETWEEN :first AND :last',
    values: { ':id': organizationId, ':first': 'member/', ':last': 'member/~' },
  });
  return items.map((item) => Membership.parse(item)).filter(({ removedAt }) => removedAt === undefined);
};

/** The members of an organization, oldest first, and for owners the open invitations, newest first. */
export const listMembers = async (
  table: Reader,
  { organizationId, role }: { readonly organizationId: string; readonly role: Role },
): Promise<MembersView> => {
  const members = await readMembers(table, organizationId);
  const invitations =
    role === 'owner'
      ? await queryAll(table, { where: 'pk = :list', values: { ':list': invitationsOf(organizationId) } })
      : [];
  return {
    members: members.toSorted((one, other) => byText(one.joinedAt, other.joinedAt)).map(viewMember),
    invitations: invitations
      .map((item) => Invitation.parse(item))
      .filter(isOpen)
      .toSorted((one, other) => byText(other.createdAt, one.createdAt))
      .map(viewInvitation),
  };
};
