import { Duration } from 'aws-cdk-lib/core';
import { MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import { RecursiveLoop } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { sessionRunner } from '#functions/realtime-routes.ts';
import type { Access } from './access.ts';
import { Alarm, lasting } from './alarm.ts';
import { oneProcessorMb } from './heap-limits.ts';
import { ServiceFunction, type ServiceFunctionProps } from './service-function.ts';

type SessionRunnerProps = Pick<ServiceFunctionProps, 'access' | 'speech' | 'logRetention'> & {
  /** How many sessions may be live at once. */
  readonly sessions: number;
};

/** The function that recognizes one session at a time, for up to 15 minutes. Then it starts its successor. */
export class SessionRunner extends ServiceFunction {
  private readonly sessions: number;

  constructor(scope: Construct, id: string, { sessions, ...props }: SessionRunnerProps) {
    super(scope, id, {
      ...props,
      file: sessionRunner,
      memorySize: oneProcessorMb,
      timeout: Duration.minutes(15),
      reservedConcurrentExecutions: sessions,
      // The client's next message or the sweeper starts another runner. A call that has waited for long is useless.
      retryAttempts: 0,
      maxEventAge: Duration.minutes(1),
      // A long session needs more than 16 successors, at which Lambda stops an apparent endless loop.
      recursiveLoop: RecursiveLoop.ALLOW,
      onCall: {
        impact: 'Live text stops for up to six seconds, until another runner has taken over the session.',
        firstLook:
          'the log of workers/run-session: does the engine load, does the process run out of memory or time, does the table refuse a write?',
      },
    });
    this.sessions = sessions;
    this.allowSelf('StartSuccessor', this.allowStart());
    this.watchCapacity();
  }

  /** Lets a function start a runner. */
  allowStart(): Access {
    return this.allowInvoke('RUN_SESSION_FUNCTION');
  }

  private watchCapacity() {
    const period = Duration.minutes(1);
    new Alarm(this, 'Capacity', {
      ...lasting,
      severity: 'ticket',
      metric: this.metric('ConcurrentExecutions', { period, statistic: 'Maximum' }),
      threshold: Math.floor(0.8 * this.sessions),
      impact:
        'Four fifths of the allowed number of realtime sessions are live. Sessions above that number get no text.',
      firstLook:
        'in the log of realtime/connect, realtime.connected by project_id: one customer, or all of them? Then raise realtimeSessions.',
    });
    new Alarm(this, 'Waiting', {
      ...lasting,
      severity: 'page',
      metric: new MathExpression({
        // A runner that Lambda refuses to start raises the alarm on throttles.
        expression: 'IF(FILL(throttles, 0) == 0, age, 0)',
        label: 'Time until a runner started, ms',
        period,
        usingMetrics: {
          age: this.metric('AsyncEventAge', { period, statistic: 'Maximum' }),
          throttles: this.metricThrottles({ period }),
        },
      }),
      threshold: Duration.seconds(5).toMilliseconds(),
      impact: 'Speakers have waited for more than five seconds for a runner, so their text comes late.',
      firstLook:
        'the status page of AWS for Lambda: no start was refused in these minutes, so Lambda itself is slow.',
    });
  }
}
