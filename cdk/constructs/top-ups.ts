import { Construct } from 'constructs';
import { productView } from '#lib/domain/billing/products.ts';
import type { DataStack } from '../data-stack.ts';
import type { Settings } from '../settings.ts';
import { constant } from './access.ts';
import { everyMinute } from './every-minute.ts';
import type { StripeSecrets } from './stripe-secrets.ts';

type TopUpsProps = {
  readonly table: DataStack['table'];
  readonly stripe: StripeSecrets;
  readonly settings: Pick<Settings, 'products' | 'logRetentionDays'>;
};

/** The function that buys credit by saved cards. It reads nothing that customers send. */
export class TopUps extends Construct {
  constructor(scope: Construct, id: string, { table, stripe, settings }: TopUpsProps) {
    super(scope, id);
    everyMinute(this, 'Worker', {
      file: 'workers/buy-top-ups.ts',
      access: [
        table.allow({
          queryDue: ['topUps'],
          GetItem: ['customers', 'memberships', 'payments'],
          Query: ['balances'],
          UpdateItem: ['topUps', 'payments', 'balances'],
          PutItem: ['paymentLedgers'],
        }),
        constant('PRODUCTS', JSON.stringify(settings.products.map(productView))),
        stripe.apiKey,
      ],
      logRetention: settings.logRetentionDays,
      impact: 'Saved cards buy no credit, so jobs of organizations that rely on it are refused.',
    });
  }
}
