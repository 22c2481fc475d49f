import type { Table } from '#lib/platform/aws/table.ts';

/**
 * A table that makes each update twice and returns the second outcome, as the client of AWS does after a lost response.
 * `between` happens before the repetition.
 */
export const repeatingUpdates = <T extends Pick<Table, 'update'>>(
  table: T,
  between: () => Promise<unknown> = async () => {},
): T => ({
  ...table,
  update: async (change) => {
    await table.update(change);
    await between();
    return table.update(change);
  },
});
