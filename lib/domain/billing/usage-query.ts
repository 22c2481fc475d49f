import * as z from 'zod';
import { modeField, wholeNumber } from '#lib/platform/http/parameters.ts';
import { chargesCursor } from './charges-cursor.ts';
import { daysIn, type DayRange } from './usage.ts';
import { dayMs, dayOf, later } from '#lib/platform/durations.ts';

const maxDays = 366;
const defaultDays = 30;
// Before any usage. Also rules out the year 0, whose dates have another format.
const earliest = '2000-01-01';

const day = (description: string) => z.iso.date('Send a day as YYYY-MM-DD.').optional().meta({ description });

const formats = ['json', 'csv'] as const;
export type UsageFormat = (typeof formats)[number];

const days = {
  start: day('The first day, in UTC. By default 29 days before the last.'),
  end: day('The last day, in UTC. By default today.'),
};

const format = (rows: string) =>
  z
    .enum(formats, `Send one of ${formats.join(', ')}.`)
    .default('json')
    .meta({ description: `JSON, or a table with a row for each ${rows}.` });

const fields = { ...days, format: format('day, key and language') };

type Days = { readonly start?: string | undefined; readonly end?: string | undefined };
type Sent = Days & { readonly cursor?: { readonly end: string } | undefined };

/** Puts both days of the range in place of those that were sent: the last 30 days when none was, also on later pages. */
const ranged =
  (now: () => Date) =>
  <T extends Sent>({ start, end, ...rest }: T, context: z.RefinementCtx): Omit<T, keyof Days> & DayRange => {
    const last = end ?? rest.cursor?.end ?? dayOf(now());
    const range = { start: start ?? dayOf(later(last, (1 - defaultDays) * dayMs)), end: last };
    const length = daysIn(range);
    if (length >= 1 && length <= maxDays && range.start >= earliest) return { ...rest, ...range };
    context.addIssue({
      code: 'custom',
      path: ['start'],
      params: { rule: 'range' },
      message: `Send a range of 1 to ${maxDays} days, none of them before ${earliest}.`,
    });
    return z.NEVER;
  };

const clock = () => new Date();

/** Query of GET /v1/reports/usage. */
export const usageQuery = z.strictObject(fields).transform(ranged(clock));

/** Query of GET /v1/reports/charges. */
export const chargesQuery = (now: () => Date = clock) =>
  z
    .strictObject({
      ...days,
      format: format('charge'),
      limit: wholeNumber({
        min: 1,
        max: 1_000,
        default: 1_000,
        description: 'Maximum number of charges on a page.',
      }),
      cursor: chargesCursor,
    })
    .transform(ranged(now));

/** Query of the usage at the console, where no API key tells the mode. */
export const projectUsageQuery = (now: () => Date = clock) =>
  z.strictObject({ ...fields, mode: modeField }).transform(ranged(now));
