const local = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' });
const utc = new Intl.DateTimeFormat('en', {
  dateStyle: 'medium',
  timeStyle: 'medium',
  hourCycle: 'h23',
  timeZone: 'UTC',
});

/** A time in the local time zone. The tooltip shows UTC, which defines the days of the usage page. */
export const Moment = ({ at }: { at: string }) => (
  <time dateTime={at} title={`${utc.format(new Date(at))} UTC`}>
    {local.format(new Date(at))}
  </time>
);
