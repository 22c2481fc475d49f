import { hashSecret } from '#lib/domain/auth/api-key.ts';
import type { User } from '#lib/domain/auth/session.ts';
import type { Table } from '#lib/platform/aws/table.ts';
import { AppError } from '#lib/platform/errors.ts';
import { audited } from '../audit-log.ts';
import { findInvitation, noInvitation } from './find-invitation.ts';
import {
  changeOpen,
  type Invitation,
  invitationExpiry,
  type InvitationRef,
  isOpen,
  linkOf,
  newSecret,
} from './invitation.ts';
import { mailInvitation, type MailInvitationDeps } from './mail-invitation.ts';
import { type CreatedInvitation, viewInvitation } from './views.ts';

export type RenewInvitationDeps = Pick<MailInvitationDeps, 'now' | 'sendMail'> & {
  readonly table: Pick<Table, 'get' | 'transact'>;
  /** The console's origin, for the link. */
  readonly origin: string;
};

const refusal = async (table: Pick<Table, 'get'>, ref: InvitationRef): Promise<AppError> => {
  const now = await findInvitation(table, ref);
  if (!now || !isOpen(now)) return noInvitation();
  return new AppError('invalid_state', 'Somebody else renewed this invitation at the same moment.');
};

/**
 * Replaces the link of an open or expired invitation by one that works for another week, and emails it. The person who
 * renews it becomes its inviter.
 */
export const renewInvitation = async (
  { table, now, origin, sendMail }: RenewInvitationDeps,
  ref: InvitationRef,
  actor: User,
): Promise<CreatedInvitation> => {
  const found = await findInvitation(table, ref);
  if (!found || !isOpen(found)) throw noInvitation();
  const at = now();
  const secret = newSecret();
  const renewal = {
    secretHash: hashSecret(secret),
    expiresAt: invitationExpiry(at).toISOString(),
    invitedBy: { id: actor.id, email: actor.email },
  };
  const invitation: Invitation = { ...found, ...renewal };
  const { done } = await table.transact([
    // If two people renewed at the same time, one of the two links would not work.
    changeOpen(found, renewal),
    audited({
      organizationId: found.organizationId,
      actor,
      now: at,
      action: 'invitation.renewed',
      target: { id: found.id, name: found.email },
    }),
  ]);
  if (!done) throw await refusal(table, ref);
  const url = linkOf(origin, invitation, secret);
  const mail = await mailInvitation({ table, now, sendMail }, invitation, url);
  return { ...viewInvitation(invitation), url, mail };
};
