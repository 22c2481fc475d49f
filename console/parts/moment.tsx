const local = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' });
const utc = new Intl.DateTimeFormat('en', {
  dateStyle: 'medium',
  timeStyle: 'medium',
  hourCycle: 'h23',
  timeZone: 'UTC',
});

/** An instant in the reader's time zone; pointing at it tells UTC, by whose days usage is counted. */
export const Moment = ({ at }: { at: string }) => (
  <time dateTime={at} title={`${utc.format(new Date(at))} UTC`}>
    {local.format(new Date(at))}
  </time>
);
