import type { Table } from '#lib/platform/aws/table.ts';

/** The table. `act` runs once, after the reads of the first transaction and before its writes. */
export const tableBefore = (table: Table, act: () => Promise<unknown>): Table => {
  let hasActed = false;
  return {
    ...table,
    transact: async (writes) => {
      if (!hasActed) {
        hasActed = true;
        await act();
      }
      return table.transact(writes);
    },
  };
};
