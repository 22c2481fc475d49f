import { Construct } from 'constructs';
import type { DataStack } from '../data-stack.ts';
import type { Settings } from '../settings.ts';
import { constant } from './access.ts';
import { everyMinute } from './every-minute.ts';
import { alarmOnLog } from './log-alarm.ts';
import { allowMail } from './mail.ts';
import { productList } from './products.ts';
import type { StripeSecrets } from './stripe-secrets.ts';

type TopUpsProps = {
  readonly table: DataStack['table'];
  readonly stripe: StripeSecrets;
  /** The console's origin, for the link of an email. */
  readonly origin: string;
  readonly settings: Pick<Settings, 'products' | 'logRetentionDays' | 'mailFrom'>;
};

/** The function that buys credit by saved cards. When it stops buying, it mails the people who pay. */
export class TopUps extends Construct {
  constructor(scope: Construct, id: string, { table, stripe, origin, settings }: TopUpsProps) {
    super(scope, id);
    const { mailFrom } = settings;
    const members = mailFrom === undefined ? [] : (['memberships'] as const);
    everyMinute(this, 'Worker', {
      file: 'workers/buy-top-ups.ts',
      access: [
        table.allow({
          queryDue: ['topUps'],
          GetItem: ['customers', 'payments', ...members],
          Query: ['balances', ...members],
          UpdateItem: ['topUps', 'payments', 'balances'],
          PutItem: ['paymentLedgers'],
        }),
        productList(settings.products),
        stripe.apiKey,
        constant('CONSOLE_ORIGIN', origin),
        ...allowMail(this, mailFrom),
      ],
      logRetention: settings.logRetentionDays,
      impact: 'Saved cards buy no credit, so jobs of organizations that rely on it are refused.',
    });
    alarmOnLog(this, 'PaymentUnconfirmed', {
      severity: 'page',
      impact:
        'A saved card may have been charged for an automatic top-up that gave no credit, because Stripe did not say for twelve hours whether it was.',
      firstLook:
        'payment.unconfirmed in the log of workers/buy-top-ups, for the customer at Stripe, the amount and when it began.',
    });
  }
}
