import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import { assigning, type Item, type Key, type Write } from '#lib/platform/aws/table.ts';
import { dayMs, later, ttlAt } from '#lib/platform/durations.ts';
import { Role } from '../roles.ts';

/** An invitation to an organization, for the person who signs in with its email address and has its secret. */
export const Invitation = z.object({
  organizationId: z.string(),
  id: z.string(),
  email: z.string(),
  role: Role,
  /** SHA-256 in hex. */
  secretHash: z.string(),
  /** The person who created it, or renewed it last. */
  invitedBy: z.object({ id: z.string(), email: z.string() }),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  /** The id of the user who accepted it. */
  acceptedBy: z.string().optional(),
  revokedAt: z.iso.datetime().optional(),
  fingerprint: z.string(),
});
export type Invitation = z.infer<typeof Invitation>;
export type InvitationRef = Pick<Invitation, 'organizationId' | 'id'>;

/** The partition of an organization's invitations. */
export const invitationsOf = (organizationId: string): string => `${organizationId}/invitations`;

export const invitationKey = ({ organizationId, id }: InvitationRef): Key => ({
  pk: invitationsOf(organizationId),
  sk: id,
});

export const invitationExpiry = (createdAt: Date): Date => later(createdAt, 7 * dayMs);

/** 256 random bits. Only the link of the invitation has them. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** The link of an invitation. The secret is in the fragment of the URL, so that no server logs the secret. */
export const linkOf = (origin: string, { organizationId, id }: InvitationRef, secret: string): string =>
  `${origin}/#/invitations/${organizationId}/${id}/${secret}`;

/** Whether the invitation was neither accepted nor revoked. It may have expired. */
export const isOpen = ({ acceptedBy, revokedAt }: Invitation): boolean =>
  acceptedBy === undefined && revokedAt === undefined;

/** The update of an invitation that is still open and has the same secret as when it was read. A renewal replaces the secret. */
export const changeOpen = (seen: Invitation, fields: Item): Write => {
  const { values, ...change } = assigning(fields);
  return {
    update: {
      ...change,
      key: invitationKey(seen),
      where: 'attribute_not_exists(acceptedBy) AND attribute_not_exists(revokedAt) AND secretHash = :seen',
      values: { ...values, ':seen': seen.secretHash },
    },
  };
};

/**
 * The update that marks an invitation as revoked, even if an operator has already marked it. The item stays until the link
 * would have expired: after a restore of the table, an operator finds in it what must be revoked again.
 */
export const markRevoked = (invitation: Invitation, at: Date, where = 'attribute_exists(pk)'): Write => ({
  update: {
    key: invitationKey(invitation),
    set: 'SET revokedAt = if_not_exists(revokedAt, :now), #ttl = if_not_exists(#ttl, :ttl)',
    where,
    names: { '#ttl': 'ttl' },
    values: { ':now': at.toISOString(), ':ttl': ttlAt(new Date(invitation.expiresAt)) },
  },
});

export const hasExpired = ({ expiresAt }: Pick<Invitation, 'expiresAt'>, now: Date): boolean =>
  expiresAt <= now.toISOString();

/** Email addresses are compared without regard to case, because people type them in any case. */
export const isSameEmail = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();
