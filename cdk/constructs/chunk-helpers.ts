import { Duration } from 'aws-cdk-lib/core';
import { Policy } from 'aws-cdk-lib/aws-iam';
import { RecursiveLoop } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import type { Access } from './access.ts';
import { oneProcessorMb } from './heap-limits.ts';
import { ServiceFunction, type ServiceFunctionProps } from './service-function.ts';

type ChunkHelpersProps = Pick<ServiceFunctionProps, 'access' | 'speech' | 'logRetention' | 'timeout'> & {
  /** How many may work at once. */
  readonly helpers: number;
};

/** The function that whoever recognizes a chunk that had to wait calls, and that then takes chunks off the queue itself. */
export class ChunkHelpers extends ServiceFunction {
  constructor(scope: Construct, id: string, { helpers, ...props }: ChunkHelpersProps) {
    super(scope, id, {
      ...props,
      file: 'workers/recognize-waiting.ts',
      memorySize: oneProcessorMb,
      // When as many work already, a call may be refused.
      reservedConcurrentExecutions: helpers,
      alarms: 'errors',
      // The chunks are on the queue still. A call that waits for long is of no use.
      retryAttempts: 0,
      maxEventAge: Duration.minutes(1),
      // A helper calls others, until no chunk waits.
      recursiveLoop: RecursiveLoop.ALLOW,
      onCall: {
        impact: 'Jobs stay in processing, or long files take longer.',
        firstLook: 'the log of workers/recognize-waiting: does the engine load?',
      },
    });
    // A policy of its own: the function depends on the others of its role, so they cannot name it.
    const policy = new Policy(this, 'CallHelpers', { statements: [...this.allowCall().statements] });
    if (this.role) policy.attachToRole(this.role);
  }

  /** Lets a function call a helper. */
  allowCall(): Access {
    return this.allowInvoke('RECOGNIZE_WAITING_FUNCTION');
  }
}
