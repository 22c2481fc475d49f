import type { Condition, Write } from '#lib/platform/aws/table.ts';
import { type MemberRef, membershipKey } from './organization.ts';
import { type Right, rolesHaving } from './roles.ts';

/** The condition that a membership has not ended, and that its role has a right. */
export const havingRight = (right: Right): Condition => {
  const roles = rolesHaving(right).map((role, i) => [`:role${i}`, role] as const);
  return {
    where: `attribute_not_exists(removedAt) AND #role IN (${roles.map(([name]) => name).join()})`,
    names: { '#role': 'role' },
    values: Object.fromEntries(roles),
  };
};

/**
 * The check, in a transaction, that a member still has a right. An owner may have removed the member since the request
 * was authorized. Without this check, a key, a role or an order that the member gives at this moment would stay.
 */
export const stillHasRight = (member: MemberRef, right: Right): Write => ({
  check: { key: membershipKey(member), ...havingRight(right) },
});
