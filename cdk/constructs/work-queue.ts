import { Duration, RemovalPolicy } from 'aws-cdk-lib/core';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Queue, QueueEncryption, type QueueProps } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { maxReceives } from '#lib/platform/queue/receives.ts';
import type { Access } from './access.ts';
import { dataKey } from './data-key.ts';
import { pinLogicalId } from './pin-logical-id.ts';

/** Time limit of the function that reads the dead-letter queues. */
export const deadLetterTimeout = Duration.minutes(1);

type WorkQueueProps = {
  readonly logicalIds: { readonly queue: string; readonly deadLetters: string };
  /** Environment variable with the queue's URL. */
  readonly variable: string;
  /** Time limit of the function that consumes the queue. The visibility timeout is six times as long. */
  readonly workerTimeout: Duration;
};

/** A queue, and the dead-letter queue for messages that failed every attempt. */
export class WorkQueue extends Construct {
  readonly queue: Queue;
  readonly deadLetters: Queue;
  readonly workerTimeout: Duration;
  private readonly variable: string;

  constructor(scope: Construct, id: string, { logicalIds, variable, workerTimeout }: WorkQueueProps) {
    super(scope, id);
    this.variable = variable;
    this.workerTimeout = workerTimeout;
    const key = dataKey(this, 'Data');
    this.deadLetters = new Queue(this, 'DeadLetters', {
      ...durable(deadLetterTimeout, key),
      retentionPeriod: Duration.days(14),
    });
    this.queue = new Queue(this, 'Queue', {
      ...durable(workerTimeout, key),
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: maxReceives },
    });
    pinLogicalId(this.queue, logicalIds.queue);
    pinLogicalId(this.deadLetters, logicalIds.deadLetters);
  }

  allowSend(): Access {
    return this.allow('sqs:SendMessage');
  }

  /** Lets the worker set when a failed message is retried. */
  allowChangeVisibility(): Access {
    return this.allow('sqs:ChangeMessageVisibility');
  }

  /** Lets a function that the queue does not invoke process its messages. */
  allowReceive(): Access {
    return this.allow('sqs:ReceiveMessage', 'sqs:DeleteMessage');
  }

  private allow(...actions: string[]): Access {
    const statement = new PolicyStatement({ actions, resources: [this.queue.queueArn] });
    return { variable: this.variable, value: this.queue.queueUrl, statements: [statement] };
  }
}

// AWS recommends six function timeouts, because Lambda itself retries a throttled poll.
const durable = (workerTimeout: Duration, key: IKey | undefined): QueueProps => ({
  visibilityTimeout: Duration.seconds(6 * workerTimeout.toSeconds()),
  ...(key
    ? { encryption: QueueEncryption.KMS, encryptionMasterKey: key }
    : { encryption: QueueEncryption.SQS_MANAGED }),
  enforceSSL: true,
  removalPolicy: RemovalPolicy.RETAIN,
});
