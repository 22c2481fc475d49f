import * as z from 'zod';
import { modeField } from '#lib/platform/http/parameters.ts';
import type { Mode } from '#lib/platform/tenant.ts';
import { daysIn, type DayRange } from './usage.ts';
import { dayMs, dayOf, later } from '#lib/platform/durations.ts';

const maxDays = 366;
const defaultDays = 30;
// Before any usage. Also rules out the year 0, whose dates have another format.
const earliest = '2000-01-01';

const day = (description: string) => z.iso.date('Send a day as YYYY-MM-DD.').optional().meta({ description });

/** Both days of a range of usage; the last 30 days when none is named. */
export const usageQuery = (now: () => Date = () => new Date()) =>
  z
    .strictObject({
      start: day('The first day, in UTC. By default 29 days before the last.'),
      end: day('The last day, in UTC. By default today.'),
      mode: modeField,
    })
    .transform(({ start, end, mode }, context): DayRange & { readonly mode: Mode } => {
      const last = end ?? dayOf(now());
      const range = { start: start ?? dayOf(later(last, (1 - defaultDays) * dayMs)), end: last, mode };
      const days = daysIn(range);
      if (days >= 1 && days <= maxDays && range.start >= earliest) return range;
      context.addIssue({
        code: 'custom',
        path: ['start'],
        params: { rule: 'range' },
        message: `Send a range of 1 to ${maxDays} days, none of them before ${earliest}.`,
      });
      return z.NEVER;
    });
