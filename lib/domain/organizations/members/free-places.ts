import type { Item, Table } from '#lib/platform/aws/table.ts';
import { memberIds, removeMember } from '#lib/platform/limits/id-set.ts';
import { placesOf } from '#lib/platform/limits/id-sets.ts';
import { findInvitation } from './find-invitation.ts';
import { isOpen } from './invitation.ts';
import { readMembers } from './list.ts';

/**
 * Frees the places that neither an open invitation nor a member holds, given the item of all places. These are places
 * of invitations that an operator marked as revoked again after a restore. Returns whether there were any.
 */
export const freePlaces = async (
  table: Pick<Table, 'get' | 'query' | 'update'>,
  organizationId: string,
  item: Item | undefined,
): Promise<boolean> => {
  const places = placesOf(organizationId);
  const ids = memberIds(item, places);
  const invitations = await Promise.all(ids.map((id) => findInvitation(table, { organizationId, id })));
  // Reads the members after the invitations: if an invitation is accepted in the meantime, its member exists by then.
  const members = await readMembers(table, organizationId);
  const held = new Set([
    ...invitations.flatMap((invitation) => (invitation && isOpen(invitation) ? [invitation.id] : [])),
    ...members.map(({ place }) => place),
  ]);
  const free = ids.filter((id) => !held.has(id));
  for (const id of free) await table.update(removeMember(places, id));
  return free.length > 0;
};
