const local = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' });
const precise = new Intl.DateTimeFormat('en', {
  dateStyle: 'medium',
  timeStyle: 'medium',
  hourCycle: 'h23',
});
const utc = new Intl.DateTimeFormat('en', {
  dateStyle: 'medium',
  timeStyle: 'medium',
  hourCycle: 'h23',
  timeZone: 'UTC',
});

/** A time in the local time zone. The tooltip shows UTC, which defines the days of the usage page. */
export const Moment = ({ at, hasSeconds = false }: { at: string; hasSeconds?: boolean }) => (
  <time dateTime={at} title={`${utc.format(new Date(at))} UTC`}>
    {(hasSeconds ? precise : local).format(new Date(at))}
  </time>
);
