import * as z from 'zod';
import { instant } from '#lib/platform/http/fields.ts';
import { idPattern } from '#lib/platform/ids.ts';
import { textUpTo } from '#lib/platform/text.ts';
import type { Membership } from '../organization.ts';
import { Role } from '../roles.ts';
import type { Invitation } from './invitation.ts';
import { mailOutcomes } from './mail-invitation.ts';

const userId = z.string().regex(idPattern('usr'));

/** Body of POST …/invitations. */
export const NewInvitation = z
  .strictObject({
    email: z
      .email('Send an email address.')
      .max(320, 'Send an email address.')
      .meta({ description: 'The address with which the person signs in.' }),
    role: Role,
  })
  .meta({ id: 'NewInvitation' });
export type NewInvitation = z.infer<typeof NewInvitation>;

/** Body of PATCH …/members/{user_id}. */
export const MemberChange = z.strictObject({ role: Role }).meta({ id: 'MemberChange' });
export type MemberChange = z.infer<typeof MemberChange>;

/** Body of POST …/accept. */
export const Acceptance = z
  .strictObject({
    secret: textUpTo(100).meta({ description: 'The last part of the invitation link.' }),
  })
  .meta({ id: 'Acceptance' });
export type Acceptance = z.infer<typeof Acceptance>;

export const MemberView = z
  .object({ user_id: userId, email: z.string(), name: z.string(), role: Role, joined_at: instant })
  .meta({ id: 'Member', description: 'A person who belongs to an organization.' });
export type MemberView = z.infer<typeof MemberView>;

const invitationFields = {
  id: z.string().regex(idPattern('inv')),
  email: z.string(),
  role: Role,
  invited_by: z.object({ id: z.string(), email: z.string() }),
  created_at: instant,
  expires_at: instant,
};

export const InvitationView = z
  .object(invitationFields)
  .meta({ id: 'Invitation', description: 'An invitation that has not been accepted.' });
export type InvitationView = z.infer<typeof InvitationView>;

export const OwnInvitation = z
  .object({
    organization_name: z.string(),
    role: Role,
    invited_by: z.object({ email: z.string() }),
    expires_at: instant,
  })
  .meta({ id: 'OwnInvitation', description: 'What the signed-in person is invited to.' });
export type OwnInvitation = z.infer<typeof OwnInvitation>;

export const CreatedInvitation = z
  .object({
    ...invitationFields,
    url: z.url().nullable().meta({
      description: 'The link to pass on. Shown only once: a replayed request returns null.',
    }),
    mail: z.enum(mailOutcomes).nullable().meta({
      description:
        'Whether the link was emailed to the person: `sent`; `failed`; `limited`, if the organization or you have sent all emails of the day; `off`, if this deployment sends none. A replayed request returns null.',
    }),
  })
  .meta({ id: 'CreatedInvitation', description: 'A new invitation.' });
export type CreatedInvitation = z.infer<typeof CreatedInvitation>;

export const MembersView = z
  .object({
    members: z.array(MemberView),
    invitations: z
      .array(InvitationView)
      .meta({ description: 'The open and expired invitations, for owners; empty for others.' }),
  })
  .meta({ id: 'Members', description: 'The members of an organization, and who is invited.' });
export type MembersView = z.infer<typeof MembersView>;

export const viewMember = ({ userId: id, email, name, role, joinedAt }: Membership): MemberView => ({
  user_id: id,
  email,
  name,
  role,
  joined_at: joinedAt,
});

export const viewInvitation = (invitation: Invitation): InvitationView => ({
  id: invitation.id,
  email: invitation.email,
  role: invitation.role,
  invited_by: invitation.invitedBy,
  created_at: invitation.createdAt,
  expires_at: invitation.expiresAt,
});
