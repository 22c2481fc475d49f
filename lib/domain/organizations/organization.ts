import * as z from 'zod';
import type { Key } from '#lib/platform/aws/table.ts';
import { Role } from './roles.ts';

export const Organization = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: z.iso.datetime(),
  /** Ids of the owners. There is always at least one. */
  owners: z.set(z.string()),
  /** The user in whose limit of created organizations it counts. */
  founder: z.string(),
  deletedAt: z.iso.datetime().optional(),
  fingerprint: z.string(),
});
export type Organization = z.infer<typeof Organization>;

export const organizationKey = (id: string): Key => ({ pk: id, sk: 'organization' });

export const Membership = z.object({
  organizationId: z.string(),
  userId: z.string(),
  role: Role,
  /** The address that the identity provider gave when the person joined. */
  email: z.string(),
  name: z.string(),
  joinedAt: z.iso.datetime(),
  /** The member's place among those of the organization. The founder has none, unless they left and came back by invitation. */
  place: z.string().optional(),
  removedAt: z.iso.datetime().optional(),
});
export type Membership = z.infer<typeof Membership>;
export type MemberRef = Pick<Membership, 'organizationId' | 'userId'>;

export const membershipKey = ({ organizationId, userId }: MemberRef): Key => ({
  pk: organizationId,
  sk: `member/${userId}`,
});

/** The list of the organizations that a user has joined, including those that the user has left. */
export const organizationList = (userId: string): string => `user/${userId}/organizations`;

/** A project. It owns jobs, files, keys, webhooks and usage. */
export const Project = z.object({
  id: z.string(),
  organizationId: z.string(),
  name: z.string(),
  createdAt: z.iso.datetime(),
  deletedAt: z.iso.datetime().optional(),
  fingerprint: z.string(),
});
export type Project = z.infer<typeof Project>;

export const projectKey = (id: string): Key => ({ pk: id, sk: 'project' });

/** The list of an organization's projects. */
export const projectList = (organizationId: string): string => `${organizationId}/projects`;
