import type { Key, Table } from '#lib/platform/aws/table.ts';
import { listUnsettled, restartDelivery } from './deliveries.ts';
import { dueAtOf, removeFromDueIndex } from './due.ts';
import { endpointKey, type EndpointRef } from './endpoint.ts';

const atOnce = 20;

/** Restarts what an enabled endpoint has not been delivered, held and pending alike: the sweeper finds it due within a minute. */
export const resumeEndpoint = async (
  { table, now }: { readonly table: Table; readonly now: () => Date },
  { tenant, id }: EndpointRef,
): Promise<void> => {
  const key = endpointKey({ tenant, id });
  const item = await table.get(key);
  const dueAt = item && dueAtOf(item);
  if (dueAt === undefined) return;
  let startAfter: Key | undefined;
  do {
    const { unsettled, last } = await listUnsettled(table, { tenant, endpointId: id }, startAfter);
    for (let from = 0; from < unsettled.length; from += atOnce) {
      const at = now();
      await Promise.all(
        unsettled
          .slice(from, from + atOnce)
          .map((ref) => restartDelivery(table, ref, { now: at, dueAt: at, unsettled: true })),
      );
    }
    startAfter = last;
  } while (startAfter);
  await removeFromDueIndex(table, { key, dueAt });
};
