import * as z from 'zod';
import type { Key } from '#lib/platform/aws/table.ts';

/** A member's rights in an organization. */
export const Role = z.enum(['owner']);

/** An organization, stored once for each of its members. */
export const Membership = z.object({
  /** The organization's id. */
  id: z.string(),
  userId: z.string(),
  role: Role,
  name: z.string(),
  createdAt: z.iso.datetime(),
  fingerprint: z.string(),
});
export type Membership = z.infer<typeof Membership>;

export const membershipKey = ({ id, userId }: Pick<Membership, 'id' | 'userId'>): Key => ({
  pk: id,
  sk: `member/${userId}`,
});

/** The list of a user's organizations. */
export const organizationList = (userId: string): string => `user/${userId}/organizations`;

/** Owns jobs, files, keys, webhooks and usage. */
export const Project = z.object({
  id: z.string(),
  organizationId: z.string(),
  name: z.string(),
  createdAt: z.iso.datetime(),
  fingerprint: z.string(),
});
export type Project = z.infer<typeof Project>;

export const projectKey = (id: string): Key => ({ pk: id, sk: 'project' });

/** The list of an organization's projects. */
export const projectList = (organizationId: string): string => `${organizationId}/projects`;
