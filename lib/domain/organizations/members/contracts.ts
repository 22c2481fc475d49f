import * as z from 'zod';
import { changeContract, contract, createContract, empty, json } from '#lib/platform/http/contract.ts';
import { exampleId, none, pathId } from '#lib/platform/http/parameters.ts';
import { OrganizationParams } from '../params.ts';
import { OrganizationView } from '../views.ts';
import {
  Acceptance,
  CreatedInvitation,
  type InvitationView,
  MemberChange,
  MembersView,
  MemberView,
  NewInvitation,
  OwnInvitation,
} from './views.ts';

const at = '2026-11-20T10:00:00.000Z';
const member: MemberView = {
  user_id: exampleId('usr'),
  email: 'ada@example.com',
  name: 'Ada',
  role: 'developer',
  joined_at: at,
};
const invitation: InvitationView = {
  id: exampleId('inv'),
  email: 'grace@example.com',
  role: 'developer',
  invited_by: { id: exampleId('usr'), email: 'ada@example.com' },
  created_at: at,
  expires_at: '2026-11-27T10:00:00.000Z',
};

const exampleLink = `https://console.example.com/#/invitations/${exampleId('org')}/${exampleId('inv')}/secret`;

const MemberParams = OrganizationParams.extend({ user_id: pathId('usr', 'The id of a member.') });
const InvitationParams = z.strictObject({
  organization_id: pathId('org', 'The id of the organization.'),
  invitation_id: pathId('inv', 'The id of an invitation to it.'),
});

export const listMembers = contract({
  operationId: 'listMembers',
  tag: 'Members',
  summary: 'List the members of an organization',
  description: 'The members, oldest first. Owners also see who is invited.',
  params: OrganizationParams,
  query: none,
  success: json(200, MembersView, { members: [member], invitations: [invitation] }),
  errors: ['not_found'],
});

export const changeMember = changeContract({
  operationId: 'changeMember',
  tag: 'Members',
  summary: "Change a member's role",
  description:
    'An organization keeps at least one owner. To hand it over, make another member an owner first.',
  params: MemberParams,
  query: none,
  body: { schema: MemberChange, example: { role: 'viewer' } },
  success: json(200, MemberView, member),
  errors: ['not_found', 'invalid_state'],
});

export const removeMember = contract({
  operationId: 'removeMember',
  tag: 'Members',
  summary: 'Remove a member',
  description:
    "Refuses the member's next request about the organization. API keys that they made keep working. Every member can remove themselves, except the last owner.",
  params: MemberParams,
  query: none,
  success: empty,
  errors: ['not_found', 'invalid_state'],
});

export const createInvitation = createContract({
  operationId: 'createInvitation',
  tag: 'Members',
  summary: 'Invite a person',
  description:
    'Emails a link, if the deployment sends emails. The response contains the link, too, only this once. It works once, for a week, for a person who signs in with this email address.',
  params: OrganizationParams,
  query: none,
  body: { schema: NewInvitation, example: { email: invitation.email, role: invitation.role } },
  success: json(201, CreatedInvitation, {
    ...invitation,
    url: exampleLink,
    mail: 'sent',
  }),
  errors: ['not_found', 'invalid_state'],
});

export const renewInvitation = contract({
  operationId: 'renewInvitation',
  tag: 'Members',
  summary: 'Renew an invitation',
  description:
    'Replaces the link of an open or expired invitation by one that works for another week, and emails it like the first. The old link stops working. Repeating it creates another link. If two people renew it at the same time, one of the requests is refused.',
  params: InvitationParams,
  query: none,
  success: json(200, CreatedInvitation, { ...invitation, url: exampleLink, mail: 'sent' }),
  errors: ['not_found', 'invalid_state'],
});

export const revokeInvitation = contract({
  operationId: 'revokeInvitation',
  tag: 'Members',
  summary: 'Revoke an invitation',
  description: 'Its link stops working. Repeating it has no effect and gets the same response.',
  params: InvitationParams,
  query: none,
  success: empty,
  errors: ['not_found'],
});

export const getInvitation = contract({
  operationId: 'getInvitation',
  tag: 'Members',
  summary: 'Read an invitation of yours',
  description:
    'The organization and the role to which you are invited. Only a person with the invited address finds the invitation.',
  params: InvitationParams,
  query: none,
  success: json(200, OwnInvitation, {
    organization_name: 'Analytical Engines',
    role: 'developer',
    invited_by: { email: 'ada@example.com' },
    expires_at: '2026-11-27T10:00:00.000Z',
  }),
  errors: ['not_found'],
});

export const acceptInvitation = changeContract({
  operationId: 'acceptInvitation',
  tag: 'Members',
  summary: 'Accept an invitation',
  description: 'Makes you a member. Your email address must be that of the invitation.',
  params: InvitationParams,
  query: none,
  body: { schema: Acceptance, example: { secret: 'secret' } },
  success: json(200, OrganizationView, {
    id: exampleId('org'),
    name: 'Analytical Engines',
    role: 'developer',
    rights: ['belong', 'read', 'build'],
    created_at: at,
  }),
  errors: ['not_found', 'invalid_state', 'expired'],
});
