import type { LogEvent } from './log-events.ts';

/** How often a line is written. Each metric has the name of its line: `record.dead` is RecordDead. */
const countedEvents = [
  'record.retried',
  'record.dead',
  'request.crashed',
  'limiter.failed_open',
  'transcription.failed',
  'payment.uncredited',
  'payment.unreadable',
  'payment.refused',
  'books.differ',
  'realtime.wake_failed',
  'realtime.post_failed',
] as const satisfies readonly LogEvent[];
export type CountedEvent = (typeof countedEvents)[number];

/** What a field of a line says. True counts as 1 and false as 0, so the average is a share. */
const measuredEvents = {
  'transcription.completed': { name: 'QueueToText', unit: 'Milliseconds', field: 'queue_to_text_ms' },
  'transcription.speech_unrecognized': {
    name: 'UnrecognizedSpeech',
    unit: 'Milliseconds',
    field: 'unrecognized_ms',
  },
  'webhook.attempted': { name: 'WebhookDelivered', unit: 'Count', field: 'delivered' },
} as const satisfies Partial<Record<LogEvent, { name: string; unit: string; field: string }>>;

export const metricNamespace = 'Earshot';
/** Powertools writes the service on every line: the stage, so that each stage has its own metrics. */
const metricDimensions = ['service'] as const;

/** The name of the metric that a line of `event` carries. */
export const metricName = (event: CountedEvent | keyof typeof measuredEvents): string =>
  isMeasured(event)
    ? measuredEvents[event].name
    : event.replaceAll(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase());

const isCounted = (event: LogEvent): event is CountedEvent =>
  (countedEvents as readonly LogEvent[]).includes(event);
const isMeasured = (event: LogEvent): event is keyof typeof measuredEvents => event in measuredEvents;

/**
 * What makes CloudWatch take a metric from a log line: the embedded metric format,
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html
 */
export const metricOf = (event: LogEvent, fields: Readonly<Record<string, unknown>>) => {
  if (isCounted(event)) return embedded(metricName(event), 'Count', 1);
  if (!isMeasured(event)) return {};
  const { name, unit, field } = measuredEvents[event];
  const value = fields[field];
  return value === undefined || value === null ? {} : embedded(name, unit, Number(value));
};

const embedded = (Name: string, Unit: string, value: number) => {
  const directive = {
    Namespace: metricNamespace,
    Dimensions: [metricDimensions],
    Metrics: [{ Name, Unit }],
  };
  return { _aws: { Timestamp: Date.now(), CloudWatchMetrics: [directive] }, [Name]: value };
};
