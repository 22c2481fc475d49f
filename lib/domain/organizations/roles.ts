import * as z from 'zod';

/** A member's role in an organization. */
export const Role = z.enum(['owner', 'developer', 'viewer', 'billing']);
export type Role = z.infer<typeof Role>;

export const Right = z.enum(['belong', 'read', 'build', 'pay', 'manage']);
/** The right that a route of the console requires of a member. */
export type Right = z.infer<typeof Right>;

/** The roles that have each right. */
const rolesWith = {
  /** Seeing the other members and the names of the projects. */
  belong: ['owner', 'developer', 'viewer', 'billing'],
  /** Reading the data of projects: jobs, texts, webhooks, and the names of keys. */
  read: ['owner', 'developer', 'viewer'],
  /** Creating, changing and deleting in projects, and using credit. */
  build: ['owner', 'developer'],
  /** Seeing payments, and paying. */
  pay: ['owner', 'billing'],
  /** Managing members and the organization itself. */
  manage: ['owner'],
} as const satisfies Record<Right, readonly Role[]>;

export const rolesHaving = (right: Right): readonly Role[] => rolesWith[right];

export const hasRight = (role: Role, right: Right): boolean =>
  rolesHaving(right).some((allowed) => allowed === role);

/** The rights of a role. */
export const rightsOf = (role: Role): Right[] => Right.options.filter((right) => hasRight(role, right));
