import { Duration, Stack, type App } from 'aws-cdk-lib/core';
import { ComparisonOperator, MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import { Alarm } from './constructs/alarm.ts';
import { everyMinute } from './constructs/every-minute.ts';
import { logMetric } from './constructs/log-alarm.ts';
import { QueueWorker } from './constructs/queue-worker.ts';
import type { ServiceFunction } from './constructs/service-function.ts';
import type { DataStack, SharedProps } from './data-stack.ts';
import type { Settings } from './settings.ts';
import { commonProps } from './stage.ts';

/** Delivers webhooks. The stack is separate, because its function calls addresses that customers choose. */
export class WebhooksStack extends Stack {
  private readonly settings: Settings;
  private readonly data: DataStack;

  constructor(app: App, id: string, { settings, data, concurrency }: SharedProps) {
    super(app, id, { ...commonProps(settings), description: 'Earshot: the delivery of webhooks' });
    this.settings = settings;
    this.data = data;
    this.watch(this.deliver(concurrency.mappings.webhooks));
    this.sweep();
  }

  private deliver(maxConcurrency: number) {
    const { table, webhooks, webhookKey } = this.data;
    return new QueueWorker(this, 'DeliverWebhook', {
      file: 'workers/deliver-webhook.ts',
      queue: webhooks,
      maxConcurrency,
      access: [
        table.allowWorker({
          GetItem: ['events', 'webhooks', 'webhookMembers'],
          PutItem: ['deliveries'],
          UpdateItem: ['events', 'deliveries', 'webhooks'],
          ConditionCheckItem: ['webhooks'],
          Query: ['deliveries'],
        }),
        webhooks.allowSend(),
        webhookKey.allow('Decrypt'),
      ],
      logRetention: this.settings.logRetentionDays,
      onCall: {
        impact: 'Webhooks come late.',
        firstLook:
          'the log of workers/deliver-webhook: the table, the key, or one receiver that holds up all?',
      },
      dead: {
        impact:
          'A webhook message failed five times on our side; its delivery is tried again by the sweeper.',
        firstLook:
          'in Logs Insights, over the log of workers/deliver-webhook, `filter message = "record.retried"`: it names project_id, webhook_id, event_id or delivery_id. Then empty the dead-letter queue, which only keeps the evidence.',
      },
    });
  }

  /** Counts all attempts, so failing receivers also raise the alarm. In that case, the owners of the receivers have to act. */
  private watch(worker: ServiceFunction) {
    const period = Duration.minutes(15);
    new Alarm(worker, 'SuccessRate', {
      severity: 'ticket',
      metric: new MathExpression({
        // One failure among a few attempts means nothing.
        expression: 'IF(tries > 20, 100 * delivered / tries, 100)',
        label: 'Percent of webhook tries answered 2xx',
        period,
        usingMetrics: {
          tries: logMetric(this, 'WebhookDelivered', { period, statistic: 'SampleCount' }),
          delivered: logMetric(this, 'WebhookDelivered', { period, statistic: 'Sum' }),
        },
      }),
      threshold: 95,
      comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
      impact: 'More than one try of a webhook in twenty fails.',
      firstLook:
        'the log of workers/deliver-webhook for webhook.attempted: one webhook_id, or all of them with the same error_kind?',
    });
  }

  private sweep() {
    const { table, webhooks } = this.data;
    const due = ['events', 'deliveries', 'webhooks'] as const;
    everyMinute(this, 'WebhooksDue', {
      file: 'workers/sweep-webhooks.ts',
      access: [
        table.allowWorker({ GetItem: due, UpdateItem: due, queryDue: ['webhooks'] }),
        webhooks.allowSend(),
      ],
      logRetention: this.settings.logRetentionDays,
      impact: 'Tries of webhooks that are due are not made, nor is any whose message was lost.',
    });
  }
}
