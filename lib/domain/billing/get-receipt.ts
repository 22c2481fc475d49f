import type { Table } from '#lib/platform/aws/table.ts';
import { AppError } from '#lib/platform/errors.ts';
import { listRows } from '#lib/platform/http/list-rows.ts';
import { nothingSold } from './customer.ts';
import { ledgerPk } from './keys.ts';
import { Line, shownLines } from './line.ts';
import type { ReceiptView } from './views.ts';

export type GetReceiptDeps = {
  readonly table: Pick<Table, 'query'>;
  /** The address of a payment's receipt, if it has one. Undefined in a deployment without payment provider. */
  readonly receiptOf: ((paymentId: string) => Promise<string | undefined>) | undefined;
};

/** The payment provider's receipt of one of the newest payments. Throws `not_found`. */
export const getReceipt = async (
  { table, receiptOf }: GetReceiptDeps,
  { organizationId, entryId }: { readonly organizationId: string; readonly entryId: string },
): Promise<ReceiptView> => {
  if (!receiptOf) throw nothingSold();
  const { rows } = await listRows(table, ledgerPk(organizationId), { limit: shownLines });
  const line = rows.map((row) => Line.parse(row)).find(({ id }) => id === entryId);
  const url = line?.paymentId === undefined ? undefined : await receiptOf(line.paymentId);
  if (url === undefined) throw new AppError('not_found', 'There is no receipt for this entry.');
  return { url };
};
