import { type MemberRef, membershipKey } from '#lib/domain/organizations/organization.ts';
import type { Table } from '#lib/platform/aws/table.ts';

/** Makes a person an owner of an organization, and stores nothing else about that organization. */
export const aMember = async (table: Pick<Table, 'putNew'>, member: MemberRef): Promise<void> => {
  const about = {
    role: 'owner',
    email: 'ada@example.com',
    name: 'Ada',
    joinedAt: '2026-11-20T10:00:00.000Z',
  };
  await table.putNew({ ...member, ...about, ...membershipKey(member) });
};
