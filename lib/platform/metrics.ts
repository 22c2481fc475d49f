import type { LogEvent } from './log-events.ts';

type Definition = {
  readonly events: readonly LogEvent[];
  readonly unit: 'Count' | 'Milliseconds' | 'None';
  /**
   * The field with the value. True counts as 1 and false as 0, so the average is a share. Without a field, each line
   * counts as 1.
   */
  readonly field?: string;
  /** A field whose values split the metric. The whole is published as well. */
  readonly by?: string;
  /** Published only by function, for alarms on one function. */
  readonly ofFunction?: true;
  /** Lines on which this field is true do not count. */
  readonly unless?: string;
};

/** The metrics in log lines, by name. */
const definitions = {
  /**
   * Failures that an invocation handles, so that Lambda does not count them: an answer of 500, a message that is retried,
   * audio that could not be removed, or live text that was not translated.
   */
  HandledFailures: {
    events: [
      'request.crashed',
      'record.retried',
      'sweep.item_failed',
      'transcription.clean_up_failed',
      'realtime.translation_failed',
    ],
    unit: 'Count',
    ofFunction: true,
    // A customer's host that is down must not page anyone.
    unless: 'is_foreign',
  },
  /** Answers with status 501, for what this deployment does not offer. API Gateway counts them as 5xx, but nothing has failed. */
  NotOffered: { events: ['request.answered'], unit: 'Count', field: 'not_offered' },
  RequestCrashed: { events: ['request.crashed'], unit: 'Count' },
  RecordRetried: { events: ['record.retried'], unit: 'Count' },
  RecordDead: { events: ['record.dead'], unit: 'Count' },
  SweepItemFailed: { events: ['sweep.item_failed'], unit: 'Count' },
  SignInFailed: { events: ['sign_in.failed'], unit: 'Count' },
  LimiterFailedOpen: { events: ['limiter.failed_open'], unit: 'Count' },
  /** Work that could not be sent or called for, which a sweeper repeats: it begins late. */
  SendFailed: {
    events: ['transcription.send_failed', 'webhook.send_failed', 'upload.plan_not_sent', 'queue.call_failed'],
    unit: 'Count',
  },
  JobCreated: { events: ['transcription.created'], unit: 'Count' },
  TranscriptionFailed: { events: ['transcription.failed'], unit: 'Count', by: 'error_type' },
  /** Split by the source of the audio: fetching it from a slow host takes as long as the host takes. */
  QueueToText: {
    events: ['transcription.completed'],
    unit: 'Milliseconds',
    field: 'queue_to_text_ms',
    by: 'source',
  },
  AudioDone: { events: ['transcription.completed'], unit: 'Milliseconds', field: 'audio_ms' },
  ChargedMicroUsd: {
    events: ['transcription.completed', 'realtime.ended'],
    unit: 'None',
    field: 'billed_micro_usd',
  },
  UnrecognizedSpeech: {
    events: ['transcription.speech_unrecognized'],
    unit: 'Milliseconds',
    field: 'unrecognized_ms',
  },
  WebhookDelivered: { events: ['webhook.attempted'], unit: 'Count', field: 'delivered' },
  PaidMicroUsd: { events: ['payment.recorded'], unit: 'None', field: 'money_micro_usd' },
  PaymentUncredited: { events: ['payment.uncredited', 'payment.of_deleted'], unit: 'Count' },
  PaymentUnconfirmed: { events: ['payment.unconfirmed'], unit: 'Count' },
  PaymentUnreadable: { events: ['payment.unreadable'], unit: 'Count' },
  PaymentRefused: { events: ['payment.refused'], unit: 'Count' },
  PaymentProviderFailed: { events: ['payment.provider_failed'], unit: 'Count' },
  BooksAudited: { events: ['books.audited'], unit: 'Count' },
  BooksDiffer: { events: ['books.differ'], unit: 'Count' },
  RealtimeWakeFailed: { events: ['realtime.wake_failed'], unit: 'Count' },
  RealtimePostFailed: { events: ['realtime.post_failed'], unit: 'Count' },
} as const satisfies Record<string, Definition>;
export type MetricName = keyof typeof definitions;

export const metricNamespace = 'Earshot';

/** The dimensions of a metric. Powertools adds service and function to every line. The service includes the stage. */
const dimensionsOf = ({ by, ofFunction }: Definition): readonly (readonly string[])[] => {
  if (ofFunction) return [['service', 'function_name']];
  return by === undefined ? [['service']] : [['service'], ['service', by]];
};

const valueOf = (
  { field, unless }: Definition,
  fields: Readonly<Record<string, unknown>>,
): number | undefined => {
  if (unless !== undefined && fields[unless] === true) return undefined;
  if (field === undefined) return 1;
  const value = fields[field];
  return value === undefined || value === null ? undefined : Number(value);
};

const byEvent = Map.groupBy(
  Object.entries(definitions).flatMap(([name, definition]: [string, Definition]) =>
    definition.events.map((event) => ({ event, name, definition })),
  ),
  ({ event }) => event,
);

/**
 * The fields by which CloudWatch reads metrics from a log line: the embedded metric format,
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html
 */
export const metricsOf = (event: LogEvent, fields: Readonly<Record<string, unknown>>) => {
  const found = (byEvent.get(event) ?? []).flatMap(({ name, definition }) => {
    const value = valueOf(definition, fields);
    return value === undefined ? [] : [{ name, definition, value }];
  });
  if (found.length === 0) return {};
  const CloudWatchMetrics = found.map(({ name, definition }) => ({
    Namespace: metricNamespace,
    Dimensions: dimensionsOf(definition),
    Metrics: [{ Name: name, Unit: definition.unit }],
  }));
  return {
    _aws: { Timestamp: Date.now(), CloudWatchMetrics },
    ...Object.fromEntries(found.map(({ name, value }) => [name, value])),
  };
};
