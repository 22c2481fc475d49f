import type { Key, Table } from '#lib/aws/table.ts';
import { listHeld, restartDelivery } from './deliveries.ts';
import { dueAtOf, restAssured } from './due.ts';
import { endpointKey, type EndpointRef } from './endpoint.ts';

const atOnce = 20;

/** Takes up what an endpoint missed while it was disabled: the sweeper finds it due within a minute. */
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
    const { held, last } = await listHeld(table, { tenant, endpointId: id }, startAfter);
    for (let from = 0; from < held.length; from += atOnce) {
      const at = now();
      await Promise.all(
        held.slice(from, from + atOnce).map((ref) => restartDelivery(table, ref, { now: at, dueAt: at })),
      );
    }
    startAfter = last;
  } while (startAfter);
  await restAssured(table, { key, dueAt });
};
