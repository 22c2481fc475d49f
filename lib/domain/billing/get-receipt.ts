import { everyItem } from '#lib/platform/aws/every-item.ts';
import type { Table } from '#lib/platform/aws/table.ts';
import { AppError } from '#lib/platform/errors.ts';
import { nothingSold } from './customer.ts';
import { ledgerPk } from './keys.ts';
import { Line } from './line.ts';
import type { ReceiptView } from './views.ts';

export type GetReceiptDeps = {
  readonly table: Pick<Table, 'query'>;
  /** The address of a payment's receipt, if it has one. Undefined in a deployment without payment provider. */
  readonly receiptOf: ((paymentId: string) => Promise<string | undefined>) | undefined;
};

/**
 * Searches the ledger, because the key of an entry begins with its time, which its id does not contain. A ledger has
 * only a few lines a month.
 */
const findEntry = async (
  table: GetReceiptDeps['table'],
  { organizationId, entryId }: { readonly organizationId: string; readonly entryId: string },
): Promise<Line | undefined> => {
  const query = {
    where: 'pk = :ledger',
    filter: 'id = :id',
    values: { ':ledger': ledgerPk(organizationId), ':id': entryId },
    limit: 1_000,
  };
  for await (const item of everyItem(table, query)) return Line.parse(item);
  return undefined;
};

/** The payment provider's receipt of a payment. Throws `not_found`. */
export const getReceipt = async (
  { table, receiptOf }: GetReceiptDeps,
  entry: { readonly organizationId: string; readonly entryId: string },
): Promise<ReceiptView> => {
  if (!receiptOf) throw nothingSold();
  const line = await findEntry(table, entry);
  const url = line?.paymentId === undefined ? undefined : await receiptOf(line.paymentId);
  if (url === undefined) throw new AppError('not_found', 'There is no receipt for this entry.');
  return { url };
};
