import type { LogEvent } from './log-events.ts';

type LogMetric = {
  readonly name: string;
  readonly unit: 'Count' | 'Milliseconds';
  /** The field that is measured; without one, lines are counted. */
  readonly field?: string;
};

const metricNamespace = 'Earshot';
/** Powertools writes it on every line. */
const metricDimensions = ['service'];

/** What alarms and graphs need to know of the log. */
const metricOfEvent: Partial<Record<LogEvent, LogMetric>> = {
  'record.retried': { name: 'RecordRetried', unit: 'Count' },
  'record.dead': { name: 'RecordDead', unit: 'Count' },
  'request.crashed': { name: 'RequestCrashed', unit: 'Count' },
  'transcription.failed': { name: 'TranscriptionFailed', unit: 'Count' },
  'transcription.completed': { name: 'QueueToText', unit: 'Milliseconds', field: 'queue_to_text_ms' },
};

/**
 * What makes CloudWatch take a metric from a log line: the embedded metric format, https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html
 */
export const metricOf = (event: LogEvent, fields: Readonly<Record<string, unknown>>) => {
  const metric = metricOfEvent[event];
  const value = metric?.field === undefined ? 1 : fields[metric.field];
  if (!metric || typeof value !== 'number') return {};
  const { name, unit } = metric;
  const directive = {
    Namespace: metricNamespace,
    Dimensions: [metricDimensions],
    Metrics: [{ Name: name, Unit: unit }],
  };
  return { _aws: { Timestamp: Date.now(), CloudWatchMetrics: [directive] }, [name]: value };
};
