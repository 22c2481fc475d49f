import type { Item, Table } from '#lib/platform/aws/table.ts';
import { ledgerPk } from '#lib/domain/billing/keys.ts';
import type { JobRef } from '#lib/domain/transcriptions/transcription.ts';

/** The charge of a job; undefined if it has none. */
export const chargeOf = async (
  table: Pick<Table, 'query'>,
  { tenant, id }: JobRef,
): Promise<Item | undefined> => {
  const { items, last } = await table.query({
    where: 'pk = :ledger',
    values: { ':ledger': ledgerPk(tenant) },
    limit: 1_000,
  });
  if (last) throw new Error('The ledger is longer than a test reads.');
  return items.find(({ transcriptionId }) => transcriptionId === id);
};
