/** The first time after `from` at which a schedule fires. */
export type Schedule = (from: Date) => Date;

const unitMs: Record<string, number> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };

/** Reads an EventBridge schedule expression: `rate(5 minutes)` or `cron(0 12 ? * MON-FRI *)`, in UTC. */
export const parseSchedule = (expression: string): Schedule => {
  const [, count, unit] = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(expression) ?? [];
  const periodMs = Number(count) * (unitMs[unit ?? ''] ?? Number.NaN);
  if (periodMs > 0) return (from) => new Date(from.getTime() + periodMs);
  const fields = /^cron\(([^)]+)\)$/.exec(expression)?.[1]?.trim().split(/\s+/);
  if (fields?.length !== 6) throw new Error(`${expression} is not a schedule.`);
  return cron(fields);
};

type Field = (value: number) => boolean;

const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const weekdays = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];

const minuteMs = 60_000;
// 29 February on a certain weekday may be decades away. Nothing rarer is supported.
const horizonMs = 40 * 366 * 86_400_000;

const cron = (fields: readonly string[]): Schedule => {
  const [minutes = '', hours = '', days = '', monthNames = '', dayNames = '', years = ''] = fields;
  const minute = field(minutes, { first: 0, last: 59 });
  const hour = field(hours, { first: 0, last: 23 });
  const day = field(days, { first: 1, last: 31 });
  const month = field(monthNames, { first: 1, last: 12, names: months });
  // Sunday is 1 here and 0 in a Date.
  const weekday = field(dayNames, { first: 1, last: 7, names: weekdays });
  const year = field(years, { first: 1970, last: 2199 });
  const isDay = (at: Date) =>
    year(at.getUTCFullYear()) &&
    month(at.getUTCMonth() + 1) &&
    day(at.getUTCDate()) &&
    weekday(at.getUTCDay() + 1);
  return (from) => {
    let at = new Date(Math.floor(from.getTime() / minuteMs) * minuteMs + minuteMs);
    const end = from.getTime() + horizonMs;
    while (at.getTime() < end) {
      if (!isDay(at)) at = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate() + 1));
      else if (hour(at.getUTCHours()) && minute(at.getUTCMinutes())) return at;
      else at = new Date(at.getTime() + minuteMs);
    }
    throw new Error(`cron(${fields.join(' ')}) never fires.`);
  };
};

type Range = { readonly first: number; readonly last: number; readonly names?: readonly string[] };

/** One field: `*`, `?`, `5`, `1-5`, `0/15`, `MON-FRI`, or a list of these. */
const field = (text: string, { first, last, names = [] }: Range): Field => {
  const numberOf = (name: string): number => {
    const index = names.indexOf(name.toUpperCase());
    const value = index < 0 ? Number(name || Number.NaN) : index + first;
    if (!Number.isInteger(value) || value < first || value > last)
      throw new Error(`${text} is not a cron field.`);
    return value;
  };
  const parts = text.split(',').map((part): Field => {
    const [range = '', step] = part.split('/');
    const [low, high] = range.split('-');
    const every = range === '*' || range === '?';
    const start = every ? first : numberOf(low ?? '');
    const end = high !== undefined ? numberOf(high) : every || step !== undefined ? last : start;
    const stride = step === undefined ? 1 : Number(step);
    if (!(stride >= 1)) throw new Error(`${text} is not a cron field.`);
    return (value) => value >= start && value <= end && (value - start) % stride === 0;
  });
  return (value) => parts.some((part) => part(value));
};
