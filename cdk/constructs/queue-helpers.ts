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
  /** How many may work at once. */
  readonly helpers: number;
  /** The environment variable in which a function that may call a helper finds its name. */
  readonly variable: string;
};

/** A helper begins its last message after half a minute. Lambda allows 15 minutes. */
const timeoutOf = (queue: WorkQueue): Duration =>
  Duration.seconds(Math.min(queue.workerTimeout.toSeconds() + 30, 900));

/** A function that is called when messages of a queue wait, and that then takes them off the queue itself. */
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
      // When all of them work already, Lambda refuses further calls.
      reservedConcurrentExecutions: helpers,
      alarms: 'errors',
      // The messages are still on the queue. A call that has waited for long is of no use.
      retryAttempts: 0,
      maxEventAge: Duration.minutes(1),
      // A helper calls others, or has them called, until no message waits.
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
