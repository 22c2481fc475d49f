import { Duration } from 'aws-cdk-lib/core';
import { RecursiveLoop } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import type { Access } from './access.ts';
import { ServiceFunction, type ServiceFunctionProps } from './service-function.ts';
import type { WorkQueue } from './work-queue.ts';

type QueueHelpersProps = Pick<
  ServiceFunctionProps,
  'file' | 'access' | 'speech' | 'network' | 'memorySize' | 'ephemeralStorageSize' | 'logRetention' | 'onCall'
> & {
  readonly queue: WorkQueue;
  /** The maximum number of concurrent helpers. */
  readonly helpers: number;
  /** The environment variable that gives a function the name of the helper that it may call. */
  readonly variable: string;
};

/** A helper starts its last message within half a minute. Lambda allows 15 minutes. */
const timeoutOf = (queue: WorkQueue): Duration =>
  Duration.seconds(Math.min(queue.workerTimeout.toSeconds() + 30, 900));

/** A function that workers call when messages of a queue wait. It then takes messages off the queue itself. */
export class QueueHelpers extends ServiceFunction {
  private readonly variable: string;

  constructor(
    scope: Construct,
    id: string,
    { queue, helpers, variable, access, ...props }: QueueHelpersProps,
  ) {
    super(scope, id, {
      ...props,
      access: [...access, queue.allowReceive()],
      timeout: timeoutOf(queue),
      // When all helpers are busy, Lambda keeps further calls for a minute (`maxEventAge`), and then drops them.
      reservedConcurrentExecutions: helpers,
      alarms: 'errors',
      // The messages are still on the queue, so a call that has waited for long is useless.
      retryAttempts: 0,
      maxEventAge: Duration.minutes(1),
      // Helpers call further helpers, or have them called, until no message waits.
      recursiveLoop: RecursiveLoop.ALLOW,
    });
    this.variable = variable;
  }

  /** Lets a function call a helper. */
  allowCall(): Access {
    return this.allowInvoke(this.variable);
  }

  /** Lets each helper call others. */
  allowCallOfOthers(): void {
    this.allowSelf('CallHelpers', this.allowCall());
  }
}
