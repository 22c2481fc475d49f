import type { Table } from '#lib/platform/aws/table.ts';
import { findOrganization } from '../organization-repository.ts';
import { hasRight } from '../roles.ts';
import { readMembers } from './list.ts';

/** The name of an organization and the addresses of its members who may pay; undefined if it was deleted. */
export const payersOf =
  (table: Pick<Table, 'get' | 'query'>) =>
  async (organizationId: string): Promise<{ name: string; emails: ReadonlySet<string> } | undefined> => {
    const organization = await findOrganization(table, organizationId);
    if (!organization) return undefined;
    const members = await readMembers(table, organizationId);
    const payers = members.filter(({ role }) => hasRight(role, 'pay'));
    return { name: organization.name, emails: new Set(payers.map(({ email }) => email)) };
  };
