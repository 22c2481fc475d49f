import { Duration } from 'aws-cdk-lib/core';
import { MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import { Alarm, lasting, repeated } from './alarm.ts';
import { indexNames, type JobTable } from './job-table.ts';
import { logMetric } from './log-alarm.ts';

/** Alarms on the results of customers: they get text, and get it in time. */
export const watchJobs = (scope: Construct): void => {
  const period = Duration.minutes(15);
  const failures = (by: Readonly<Record<string, string>> = {}) =>
    logMetric(scope, 'TranscriptionFailed', { period, statistic: 'Sum', by });
  const completed = logMetric(scope, 'QueueToText', { period, statistic: 'SampleCount' });
  new Alarm(scope, 'FailedJobs', {
    ...lasting,
    severity: 'page',
    metric: new MathExpression({
      expression:
        'IF(FILL(internal, 0) + FILL(late, 0) > 1, 100 * (FILL(internal, 0) + FILL(late, 0)) / (FILL(internal, 0) + FILL(late, 0) + FILL(completed, 0)), 0)',
      label: 'Percent of jobs that failed by our fault',
      period,
      usingMetrics: {
        // The causes that are never the fault of the audio.
        internal: failures({ error_type: 'internal_error' }),
        late: failures({ error_type: 'processing_timeout' }),
        completed,
      },
    }),
    threshold: 5,
    impact: 'More than one job in twenty fails for no fault of its audio. Customers retry them, uncharged.',
    firstLook: 'in the logs of the workers `filter message = "record.retried"`, by error_name.',
  });
  new Alarm(scope, 'RejectedJobs', {
    ...lasting,
    severity: 'ticket',
    metric: new MathExpression({
      // A few bad files of one customer must not raise the alarm.
      expression:
        'IF(FILL(failed, 0) + FILL(completed, 0) >= 20, 100 * FILL(failed, 0) / (FILL(failed, 0) + FILL(completed, 0)), 0)',
      label: 'Percent of jobs that failed for any reason',
      period,
      usingMetrics: { failed: failures(), completed },
    }),
    threshold: 50,
    impact:
      'Most jobs fail. Either customers send unusable audio, or the decoder refuses what it should not.',
    firstLook: 'transcription.failed by error_type and project_id: one customer, or all of them?',
  });
  new Alarm(scope, 'SlowText', {
    ...lasting,
    severity: 'page',
    metric: new MathExpression({
      expression: 'IF(jobs >= 5, median, 0)',
      label: 'Median time from the creation of a job to its text, of uploads',
      period,
      usingMetrics: {
        // Uploads only, because the time to fetch depends on the other host.
        jobs: logMetric(scope, 'QueueToText', { period, statistic: 'SampleCount', by: { source: 'upload' } }),
        median: logMetric(scope, 'QueueToText', { period, statistic: 'p50', by: { source: 'upload' } }),
      },
    }),
    threshold: Duration.minutes(10).toMilliseconds(),
    impact: 'Half of the customers wait for their text for more than ten minutes.',
    firstLook: 'the ages of the queues on the dashboard: the first one that grows names the worker.',
  });
  new Alarm(scope, 'SendsFailing', {
    ...repeated,
    severity: 'ticket',
    metric: logMetric(scope, 'SendFailed', { period: Duration.minutes(5), statistic: 'Sum' }),
    impact:
      'Jobs and webhooks begin a minute or more late, or long files take longer, because functions cannot send messages or call helpers.',
    firstLook:
      'in the logs of all functions `filter message in ["transcription.send_failed", "webhook.send_failed", "upload.plan_not_sent", "queue.call_failed"] | stats count() as lines by @log, message, error_name`.',
  });
};

/** Raises an alarm when DynamoDB refuses reads or writes of the table or of its indexes. */
export const watchTable = (table: JobTable): void => {
  const period = Duration.minutes(5);
  const metric = (metricName: string, dimensions: Record<string, string>) =>
    new Metric({
      namespace: 'AWS/DynamoDB',
      metricName,
      period,
      statistic: 'Sum',
      dimensionsMap: { TableName: table.used.name, ...dimensions },
    });
  const refused = (id: string, dimensions: Record<string, string> = {}) => ({
    [`${id}Reads`]: metric('ReadThrottleEvents', dimensions),
    [`${id}Writes`]: metric('WriteThrottleEvents', dimensions),
  });
  // DynamoDB counts what an index refuses apart from the table.
  const ofIndex = (name: string) => refused(name, { GlobalSecondaryIndexName: name });
  const usingMetrics = { ...refused('table'), ...ofIndex(indexNames.due), ...ofIndex(indexNames.listed) };
  const names = Object.keys(usingMetrics).map((name) => `FILL(${name}, 0)`);
  new Alarm(table, 'TableThrottles', {
    ...lasting,
    severity: 'page',
    metric: new MathExpression({
      expression: `SUM([${names.join(', ')}])`,
      label: 'Refused reads and writes',
      period,
      usingMetrics,
    }),
    // The SDK retries refused calls, so a few refusals have no effect.
    threshold: 50,
    impact:
      'Requests get slower or fail with 503, and workers repeat messages, because the table refuses work.',
    firstLook:
      'which key is hot, in CloudWatch Contributor Insights of the table, and the quota of the table.',
  });
};
