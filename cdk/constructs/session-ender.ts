import { Duration } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import { sessionEnder } from '#functions/realtime-routes.ts';
import type { Access } from './access.ts';
import { ServiceFunction, type ServiceFunctionProps } from './service-function.ts';

type SessionEnderProps = Pick<ServiceFunctionProps, 'access' | 'logRetention'>;

/** The function that ends sessions. It is separate from the runner, which processes the audio that customers send. */
export class SessionEnder extends ServiceFunction {
  constructor(scope: Construct, id: string, props: SessionEnderProps) {
    super(scope, id, {
      ...props,
      file: sessionEnder,
      timeout: Duration.minutes(1),
      // The client's next message or the sweeper starts a runner, which calls this function again.
      retryAttempts: 0,
      maxEventAge: Duration.minutes(1),
      onCall: {
        impact: 'Realtime sessions do not end: their clients wait, and their text cannot be fetched.',
        firstLook: 'the log of workers/end-session, with `filter message = "invocation.crashed"`.',
      },
    });
  }

  /** Lets a function start the session ender. */
  allowStart(): Access {
    return this.allowInvoke('END_SESSION_FUNCTION');
  }
}
