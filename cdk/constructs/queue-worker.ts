import { Duration } from 'aws-cdk-lib/core';
import { MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { EventSourceMapping, type IFunction, RecursiveLoop } from 'aws-cdk-lib/aws-lambda';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { Alarm, lasting, type OnCall } from './alarm.ts';
import { ServiceFunction, type ServiceFunctionProps } from './service-function.ts';
import { released } from './canary.ts';
import type { WorkQueue } from './work-queue.ts';

type QueueWorkerProps = Omit<ServiceFunctionProps, 'timeout' | 'recursiveLoop'> & {
  readonly queue: WorkQueue;
  readonly maxConcurrency: number;
  readonly pollers?: number | undefined;
  /** Whether the function may start itself again: it sends a message back to its queue, or calls functions that send to it. */
  readonly loops?: boolean;
  /** The alarm text for a message that failed five times. The default says that its job usually failed. */
  readonly dead?: OnCall;
};

/** Tells how to find the job of the alarm, with queries of CloudWatch Logs Insights between backticks. */
const deadJob = (file: string): OnCall => ({
  impact:
    'A step of a job failed five times, so the job is marked failed, unless it goes on without that step.',
  firstLook: [
    'in Logs Insights, over the log of workers/dead-letter, `filter message = "record.dead"`.',
    `With its transcription_id, over the log of ${file.replace(/\.ts$/, '')},`,
    '`filter message = "record.retried" and transcription_id = "…"`: error_message says why each try failed,',
    'request_id is that of the request that queued the job, and project_id says whose job it is.',
    'A line `message = "record.unreadable"` is about a message that is not ours: no job needs it.',
  ].join(' '),
});

/** The function that consumes a queue, one message at a time. It has alarms on waiting messages and dead letters. */
export class QueueWorker extends ServiceFunction {
  constructor(
    scope: Construct,
    id: string,
    { queue, maxConcurrency, pollers, loops = false, dead, ...props }: QueueWorkerProps,
  ) {
    super(scope, id, {
      ...props,
      timeout: queue.workerTimeout,
      // Lambda stops a message after 16 rounds, because it assumes an endless loop. It would end as a dead letter.
      ...(loops && { recursiveLoop: RecursiveLoop.ALLOW }),
    });
    const target = this.errors && released(this, this.errors);
    consume(this, queue.queue, { maxConcurrency, pollers, target });
    new Alarm(this, 'OldestMessage', {
      ...lasting,
      severity: 'ticket',
      metric: queue.queue.metricApproximateAgeOfOldestMessage({ period: Duration.minutes(5) }),
      // The age of messages that are being processed or hidden counts too. One time-out takes the function's time twice,
      // and hides the message for six times that time in between.
      threshold: 8 * queue.workerTimeout.toSeconds() + Duration.minutes(5).toSeconds(),
      impact: `${props.onCall.impact} A message is still not finished after a retry.`,
      firstLook:
        'errors and throttles of the function, then its concurrency against the limit of the mapping.',
    });
    const period = Duration.minutes(5);
    new Alarm(this, 'Stuck', {
      ...lasting,
      severity: 'page',
      metric: new MathExpression({
        expression: 'IF(waiting > 0 AND FILL(done, 0) == 0, waiting, 0)',
        label: 'Messages that wait while none is done',
        period,
        usingMetrics: {
          waiting: queue.queue.metricApproximateNumberOfMessagesVisible({ period, statistic: 'Minimum' }),
          done: queue.queue.metricNumberOfMessagesDeleted({ period }),
        },
      }),
      impact: `${props.onCall.impact} Messages wait, and none gets finished.`,
      firstLook:
        'whether the mapping of the function is enabled, then throttles of the function, then its concurrency against the limit of the mapping.',
    });
    new Alarm(this, 'DeadLetters', {
      severity: 'ticket',
      metric: deadMessages(queue.deadLetters),
      ...(dead ?? deadJob(props.file)),
    });
  }
}

type Consumption = {
  readonly maxConcurrency: number;
  /** Provisioned event pollers. Without them, Lambda begins with five concurrent messages and adds 300 a minute. */
  readonly pollers?: number | undefined;
  /** The alias of the worker to invoke, if it has one. */
  readonly target?: IFunction | undefined;
};

/** The number of messages that one provisioned SQS poller delivers at once, and the minimum number of pollers of a mapping. */
const messagesPerPoller = 10;
const minPollers = 2;

/** AWS accepts either a concurrency limit or provisioned pollers. The number of pollers is then the limit. */
const scalingOf = ({ maxConcurrency, pollers }: Consumption) => {
  if (pollers === undefined) return { maxConcurrency };
  const maximumPollers = Math.floor(maxConcurrency / messagesPerPoller);
  if (maximumPollers < minPollers)
    throw new Error(
      `eventPollers needs ${minPollers * messagesPerPoller} executions for each queue, but accountConcurrency leaves ${maxConcurrency}. ` +
        'Raise it, or leave eventPollers out.',
    );
  return { provisionedPollerConfig: { minimumPollers: Math.min(pollers, maximumPollers), maximumPollers } };
};

/** Invokes `worker` with the messages of `queue`. Only messages that the worker reports as failed are retried. */
export const consume = (worker: IFunction, queue: IQueue, consumption: Consumption) => {
  worker.addToRolePolicy(
    new PolicyStatement({
      actions: ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'],
      resources: [queue.queueArn],
    }),
  );
  new EventSourceMapping(worker, queue.node.path.replaceAll('/', ''), {
    target: consumption.target ?? worker,
    eventSourceArn: queue.queueArn,
    batchSize: 1,
    ...scalingOf(consumption),
    reportBatchItemFailures: true,
  });
};

// The dead-letter function empties the queue within seconds, so a dead letter counts both when it was received and while
// it waits.
const deadMessages = (queue: IQueue) =>
  new MathExpression({
    expression: 'received + waiting',
    period: Duration.minutes(1),
    usingMetrics: {
      received: queue.metricNumberOfMessagesReceived(),
      waiting: queue.metricApproximateNumberOfMessagesVisible(),
    },
  });
