import type { Table } from '#lib/platform/aws/table.ts';
import { AppError } from '#lib/platform/errors.ts';
import { emptySlots, secondsToNextSlot } from '#lib/platform/limits/rate-window.ts';
import { type Owner, projectOf } from '#lib/platform/tenant.ts';
import { type Clock, systemClock, takeSlot } from '#lib/platform/limits/take-slot.ts';

/** Counts a requested test event or redelivery. Throws `rate_limit_exceeded`. */
export type CountTest = (owner: Owner) => Promise<void>;

/** Allows `limit` test events and redeliveries in any 60 s, over all projects of an organization, or for a project without one. */
export const testCounter =
  (table: Pick<Table, 'update'>, limit: number, clock: Clock = systemClock): CountTest =>
  async ({ tenant, organizationId }) => {
    const key = { pk: `${organizationId ?? projectOf(tenant)}/webhook-tests`, sk: 'slots' };
    const { taken, slots, at } = await takeSlot({ ...clock, table }, { key, limit }, emptySlots(limit));
    if (taken) return;
    const seconds = secondsToNextSlot(slots, at);
    throw new AppError(
      'rate_limit_exceeded',
      `You may send ${limit} test events and redeliveries a minute. Try again in ${seconds} s.`,
      { headers: { 'retry-after': String(seconds) } },
    );
  };
