import type { Table } from '#lib/platform/aws/table.ts';
import { AppError } from '#lib/platform/errors.ts';
import { isId } from '#lib/platform/ids.ts';
import { Invitation, invitationKey, type InvitationRef } from './invitation.ts';

/** The invitation with this id. Undefined if it does not exist. */
export const findInvitation = async (
  table: Pick<Table, 'get'>,
  ref: InvitationRef,
): Promise<Invitation | undefined> => {
  if (!isId('org', ref.organizationId) || !isId('inv', ref.id)) return undefined;
  const item = await table.get(invitationKey(ref));
  return item && Invitation.parse(item);
};

/** One message for every reason, which reveals nothing about other organizations. */
export const noInvitation = () =>
  new AppError(
    'not_found',
    'This invitation does not exist, was accepted, or was revoked. Ask for a new one.',
  );
