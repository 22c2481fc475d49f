import { Duration } from 'aws-cdk-lib/core';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import {
  Dashboard,
  GraphWidget,
  type IMetric,
  MathExpression,
  Metric,
  type IWidget,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import { globalName } from '../stage.ts';
import prices from '../costs/prices.json' with { type: 'json' };
import { logMetric } from './log-alarm.ts';
import type { ServiceFunction } from './service-function.ts';
import type { WorkQueue } from './work-queue.ts';

type StageDashboardProps = {
  readonly api: HttpApi;
  readonly queues: Readonly<Record<string, WorkQueue>>;
  readonly accountConcurrency: number;
  /** The functions whose run time depends on the amount of audio. */
  readonly workers: Readonly<Record<string, ServiceFunction>>;
};

const period = Duration.minutes(5);
const sum = { period, statistic: 'Sum' } as const;

const graph = (title: string, left: IMetric[], right: IMetric[] = []): IWidget =>
  new GraphWidget({ title, left, right, width: 12, leftYAxis: { min: 0 }, rightYAxis: { min: 0 } });

/** The activity of a stage on one page: jobs, time to text, queues, requests, concurrency, costs, money. */
export class StageDashboard extends Dashboard {
  constructor(scope: Construct, id: string, props: StageDashboardProps) {
    super(scope, id, { dashboardName: globalName(scope), defaultInterval: Duration.hours(12) });
    this.addWidgets(this.jobs(), this.timeToText());
    this.addWidgets(this.ages(props), this.concurrency(props));
    this.addWidgets(this.requests(props), this.failures());
    this.addWidgets(this.costOfAudio(props), this.money());
  }

  private jobs(): IWidget {
    return graph('Jobs', [
      logMetric(this, 'JobCreated', sum).with({ label: 'in' }),
      logMetric(this, 'QueueToText', { period, statistic: 'SampleCount' }).with({ label: 'done' }),
      logMetric(this, 'TranscriptionFailed', sum).with({ label: 'failed' }),
    ]);
  }

  private timeToText(): IWidget {
    const percentile = (statistic: string) =>
      logMetric(this, 'QueueToText', { period, statistic }).with({ label: statistic });
    return graph('Time from the creation of a job to its text, ms', ['p50', 'p95'].map(percentile));
  }

  private ages({ queues }: StageDashboardProps): IWidget {
    const ages = Object.entries(queues).map(([label, { queue }]) =>
      queue.metricApproximateAgeOfOldestMessage({ period, label }),
    );
    return graph('Age of the oldest message, s', ages);
  }

  private concurrency({ accountConcurrency, workers }: StageDashboardProps): IWidget {
    const namespace = 'AWS/Lambda';
    const metricName = 'ConcurrentExecutions';
    const statistic = 'Maximum';
    const account = new Metric({ namespace, metricName, period, statistic, label: 'account' });
    const each = Object.entries(workers).map(([label, fn]) =>
      fn.metric(metricName, { period, statistic, label }),
    );
    return graph(`Concurrent executions, of which Earshot may use ${accountConcurrency}`, [account, ...each]);
  }

  private requests({ api }: StageDashboardProps): IWidget {
    return graph(
      'Requests, and their latency in ms',
      [api.metricCount(sum), api.metricServerError(sum), api.metricClientError(sum)],
      ['p50', 'p95'].map((statistic) => api.metricLatency({ period, statistic, label: statistic })),
    );
  }

  private failures(): IWidget {
    const names = [
      'RequestCrashed',
      'RecordRetried',
      'RecordDead',
      'SweepItemFailed',
      'PaymentProviderFailed',
    ] as const;
    return graph(
      'Handled failures',
      names.map((name) => logMetric(this, name, sum)),
    );
  }

  /** The run time of the workers at the list price: most of the cost of an hour of audio. docs/costs.md has the rest. */
  private costOfAudio({ workers }: StageDashboardProps): IWidget {
    const hour = { period: Duration.hours(1), statistic: 'Sum' } as const;
    const terms = Object.entries(workers).map(
      ([name, { memoryMb }]) => `FILL(${name}, 0) * ${memoryMb / 1024}`,
    );
    const usd = new MathExpression({
      expression: `(${terms.join(' + ')}) / 1000 * ${prices.lambdaGbSecond} / (audio / 3600000)`,
      label: 'USD of Lambda for an hour of audio',
      period: hour.period,
      usingMetrics: {
        ...Object.fromEntries(
          Object.entries(workers).map(([name, worker]) => [name, worker.metricDuration(hour)]),
        ),
        audio: logMetric(this, 'AudioDone', hour),
      },
    });
    const hours = new MathExpression({
      expression: 'audio / 3600000',
      label: 'hours of audio',
      period: hour.period,
      usingMetrics: { audio: logMetric(this, 'AudioDone', hour) },
    });
    return graph('Cost of an hour of audio', [usd], [hours]);
  }

  private money(): IWidget {
    const hour = { period: Duration.hours(1), statistic: 'Sum' } as const;
    const usd = (id: string, label: string, metric: Metric) =>
      new MathExpression({
        expression: `${id} / 1000000`,
        label,
        period: hour.period,
        usingMetrics: { [id]: metric },
      });
    return graph('Money, USD an hour', [
      usd('paid', 'paid by customers', logMetric(this, 'PaidMicroUsd', hour)),
      usd('charged', 'charged for jobs and sessions', logMetric(this, 'ChargedMicroUsd', hour)),
    ]);
  }
}
