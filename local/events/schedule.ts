/** Returns the first time after `from` at which a schedule fires. */
export type Schedule = (from: Date) => Date;

const unitMs: Record<string, number> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };

/** Reads an EventBridge schedule expression: `rate(5 minutes)`, or `cron(30 3 * * ? *)` for each day at 03:30 UTC. */
export const parseSchedule = (expression: string): Schedule => {
  const [, count, unit] = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(expression) ?? [];
  const periodMs = Number(count) * (unitMs[unit ?? ''] ?? Number.NaN);
  if (periodMs > 0) return (from) => new Date(from.getTime() + periodMs);
  const [, minute, hour] = /^cron\((\d+) (\d+) \* \* \? \*\)$/.exec(expression) ?? [];
  if (Number(minute) < 60 && Number(hour) < 24) return daily(Number(hour), Number(minute));
  throw new Error(`${expression} is not a schedule that is supported here.`);
};

const daily =
  (hour: number, minute: number): Schedule =>
  (from) => {
    const today = new Date(from);
    today.setUTCHours(hour, minute, 0, 0);
    return today > from ? today : new Date(today.getTime() + 86_400_000);
  };
