import { inOrganization } from './calls.ts';
import { request } from './request.ts';
import type {
  AuditEntry,
  CreatedInvitation,
  Member,
  Members,
  Organization,
  OwnInvitation,
  Page,
  Role,
} from './types.ts';

const member = (organizationId: string, userId: string): string =>
  `${inOrganization(organizationId)}/members/${encodeURIComponent(userId)}`;
const invitation = (organizationId: string, id: string): string =>
  `${inOrganization(organizationId)}/invitations/${encodeURIComponent(id)}`;

export const listMembers = (organizationId: string) =>
  request<Members>('GET', `${inOrganization(organizationId)}/members`);
export const changeRole = (organizationId: string, userId: string, role: Role) =>
  request<Member>('PATCH', member(organizationId, userId), { body: { role } });
export const removeMember = (organizationId: string, userId: string) =>
  request<void>('DELETE', member(organizationId, userId));

/** Sends no Idempotency-Key, because a replay would have no link. A repeated request makes another invitation. */
export const invite = (organizationId: string, body: { email: string; role: Role }) =>
  request<CreatedInvitation>('POST', `${inOrganization(organizationId)}/invitations`, { body });
export const renewInvitation = (organizationId: string, id: string) =>
  request<CreatedInvitation>('POST', `${invitation(organizationId, id)}/renew`);
export const revokeInvitation = (organizationId: string, id: string) =>
  request<void>('DELETE', invitation(organizationId, id));
export const getInvitation = (organizationId: string, id: string) =>
  request<OwnInvitation>('GET', invitation(organizationId, id));
export const acceptInvitation = (organizationId: string, id: string, secret: string) =>
  request<Organization>('POST', `${invitation(organizationId, id)}/accept`, { body: { secret } });

/** A page of the audit log, newest first. */
export const listAudit = (organizationId: string, cursor: string | undefined) =>
  request<Page<AuditEntry>>('GET', `${inOrganization(organizationId)}/audit-log`, { query: { cursor } });
