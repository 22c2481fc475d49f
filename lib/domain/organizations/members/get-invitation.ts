import type { User } from '#lib/domain/auth/session.ts';
import type { Table } from '#lib/platform/aws/table.ts';
import { findOrganization } from '../organization-repository.ts';
import { findInvitation, noInvitation } from './find-invitation.ts';
import { type InvitationRef, isOpen, isSameEmail } from './invitation.ts';
import type { OwnInvitation } from './views.ts';

/**
 * The invitation as the invited person sees it. Only a person with the invited address finds it; for others it does not
 * exist, with or without its secret. Throws `not_found`.
 */
export const getInvitation = async (
  { table }: { readonly table: Pick<Table, 'get'> },
  ref: InvitationRef,
  user: Pick<User, 'email'>,
): Promise<OwnInvitation> => {
  const [invitation, organization] = await Promise.all([
    findInvitation(table, ref),
    findOrganization(table, ref.organizationId),
  ]);
  if (!invitation || !organization || !isOpen(invitation) || !isSameEmail(invitation.email, user.email))
    throw noInvitation();
  return {
    organization_name: organization.name,
    role: invitation.role,
    invited_by: { email: invitation.invitedBy.email },
    expires_at: invitation.expiresAt,
  };
};
