import * as z from 'zod';
import { OrganizationParams } from '#lib/domain/organizations/params.ts';
import { changeContract, contract, createContract, json } from '#lib/platform/http/contract.ts';
import { pageQuery } from '#lib/platform/http/cursor.ts';
import { exampleId, none, pathId } from '#lib/platform/http/parameters.ts';
import { NewLimits } from './change-limits.ts';
import { NewTopUp } from './change-top-up.ts';
import { NewCheckout } from './create-checkout.ts';
import { chargesAnswer } from './charges-answer.ts';
import { usageAnswer } from './usage-answer.ts';
import { chargesQuery, projectUsageQuery, usageQuery } from './usage-query.ts';
import {
  AutoTopUpsView,
  type AutoTopUpView,
  BillingView,
  CheckoutView,
  PortalView,
  ReceiptView,
  SpendingView,
  SubscriptionsView,
} from './views.ts';

const used = { jobs: 12, audio_ms: 720_000, amount_usd: '0.060000' };

const ofUsage = {
  tag: 'Usage',
  summary: "Read a project's usage",
  description: [
    'Completed and charged jobs by UTC day, by default of the last 30 days, and by key and language. Also the current use of the limits of the project and its organization.',
    'With `format=csv` it is a table with a row for each day, key and language.',
  ].join('\n'),
  success: usageAnswer({
    project_id: exampleId('prj'),
    mode: 'live',
    start: '2026-11-20',
    end: '2026-11-20',
    totals: used,
    days: [{ date: '2026-11-20', ...used }],
    groups: [{ date: '2026-11-20', key_id: 'h8Fk2LmQ7sT4vX1z', language: 'en', ...used }],
    test_quota: null,
    quotas: [{ limit: 'unfinished_jobs_per_project_max', used: 3, max: 100 }],
  }),
} as const;

export const getUsage = contract({
  ...ofUsage,
  operationId: 'getUsage',
  params: z.strictObject({ project_id: pathId('prj', 'The id of a project of one of your organizations.') }),
  query: projectUsageQuery(),
  errors: ['not_found'],
});

export const getUsageReport = contract({
  ...ofUsage,
  operationId: 'getUsageReport',
  params: none,
  query: usageQuery,
  errors: [],
});

export const getChargeReport = contract({
  operationId: 'getChargeReport',
  tag: 'Usage',
  summary: 'List charges',
  description: [
    'The price of each completed job and session, by the UTC day on which it ended, in the order of creation. Charges are kept after their jobs were deleted. Failed jobs are not charged, so nothing is refunded. Test mode has no charges.',
    'The sum equals the usage of the same days. With `format=csv` the answer is a table; the header `Link` with `rel="next"` then has the address of the next page.',
  ].join('\n'),
  params: none,
  query: chargesQuery(),
  success: chargesAnswer,
  errors: [],
});

const product = {
  price_id: 'price_1RkTq2',
  kind: 'credit_pack' as const,
  name: 'Credit for 67 hours',
  amount_usd: '20.000000',
  credit_usd: '20.000000',
};

const spending: SpendingView = {
  month: '2026-11',
  spent_usd: '0.060000',
  limit_usd: '250.000000',
  alert_usd: null,
  earlier_months: [{ month: '2026-10', spent_usd: '4.125000' }],
};

const autoTopUp: AutoTopUpView = {
  price_id: product.price_id,
  below_usd: '10.000000',
  card: { brand: 'visa', last4: '4242' },
  stopped: null,
};

export const getBilling = contract({
  operationId: 'getBilling',
  tag: 'Billing',
  summary: 'Read the balance of an organization',
  description:
    'The balance is all payments, less refunds, disputes and charges for jobs. With `prepaid`, each unfinished job holds a part of it: its highest possible price at first, its exact price once its length is known.',
  params: OrganizationParams,
  query: pageQuery('led'),
  success: json(200, BillingView, {
    balance_usd: '19.940000',
    held_usd: '0.000000',
    prepaid: false,
    spending,
    auto_top_up: autoTopUp,
    is_customer: true,
    products: [product],
    entries: {
      data: [
        {
          id: exampleId('led'),
          kind: 'credit',
          amount_usd: '20.000000',
          paid_usd: '20.000000',
          created_at: '2026-11-20T10:00:00.000Z',
        },
      ],
      has_more: false,
      next_cursor: null,
    },
  }),
  errors: ['not_found'],
});

export const changeBilling = changeContract({
  operationId: 'changeBilling',
  tag: 'Billing',
  summary: 'Limit what an organization spends',
  description:
    'When the limit is reached, new jobs are refused as `spend_limit_reached` until the next month in UTC. Charges and holds count. Accepted jobs continue, so an organization may exceed the limit by their price.',
  params: OrganizationParams,
  query: none,
  body: { schema: NewLimits, example: { spend_limit_usd: '250', spend_alert_usd: null } },
  success: json(200, SpendingView, spending),
  errors: ['not_found'],
});

export const changeAutoTopUp = changeContract({
  operationId: 'changeAutoTopUp',
  tag: 'Billing',
  summary: 'Buy credit automatically',
  description:
    'Whenever less than `below_usd` is free, the pack is bought with a saved card within a minute. Only one purchase is made at a time. None is made while the spend limit is reached; that limit counts jobs, not purchases. The automatic purchases stop when the card is refused or a payment is returned.',
  params: OrganizationParams,
  query: none,
  body: {
    schema: NewTopUp,
    example: { auto_top_up: { price_id: product.price_id, below_usd: '10' } },
  },
  success: json(200, AutoTopUpsView, { auto_top_up: autoTopUp }),
  errors: ['not_found', 'invalid_state', 'capability_unavailable', 'service_unavailable'],
});

export const createCheckout = createContract({
  operationId: 'createCheckout',
  tag: 'Billing',
  summary: 'Buy credit',
  description:
    'Opens a checkout page of the payment provider. The balance rises when the provider reports the payment.',
  params: OrganizationParams,
  query: none,
  body: { schema: NewCheckout, example: { kind: product.kind, price_id: product.price_id } },
  success: json(201, CheckoutView, {
    checkout_session_id: 'cs_test_a1',
    url: 'https://checkout.stripe.com/c/pay/cs_test_a1',
  }),
  errors: ['not_found', 'capability_unavailable'],
});

export const openPortal = contract({
  operationId: 'openBillingPortal',
  tag: 'Billing',
  summary: "Open the payment provider's page",
  description: 'There an organization changes or ends its subscription and finds its invoices.',
  params: OrganizationParams,
  query: none,
  success: json(200, PortalView, { url: 'https://billing.stripe.com/p/session/test_a1' }),
  errors: ['not_found', 'invalid_state', 'capability_unavailable', 'service_unavailable'],
});

export const listSubscriptions = contract({
  operationId: 'listSubscriptions',
  tag: 'Billing',
  summary: 'List subscriptions',
  description: 'The subscriptions that have not ended, read from the payment provider.',
  params: OrganizationParams,
  query: none,
  success: json(200, SubscriptionsView, {
    data: [
      {
        id: 'sub_1RkTq2',
        price_id: 'price_1RkTq2',
        name: 'Monthly',
        status: 'active',
        period_ends_at: '2026-12-20T10:00:00.000Z',
        canceled: false,
      },
    ],
  }),
  errors: ['not_found', 'service_unavailable'],
});

export const getReceipt = contract({
  operationId: 'getReceipt',
  tag: 'Billing',
  summary: 'Find the receipt of a payment',
  description: 'Payments have a receipt; refunds and disputes have none.',
  params: OrganizationParams.extend({ entry_id: pathId('led', 'The id of a listed payment.') }),
  query: none,
  success: json(200, ReceiptView, { url: 'https://pay.stripe.com/receipts/payment/test_a1' }),
  errors: ['not_found', 'capability_unavailable', 'service_unavailable'],
});

const Received = z
  .object({ received: z.literal(true) })
  .meta({ id: 'PaymentEventReceived', description: 'The event was received and need not be sent again.' });

export const receivePaymentEvent = contract({
  operationId: 'receivePaymentEvent',
  tag: 'Billing',
  summary: 'Receive a payment event',
  description:
    'For the payment provider only, which signs the body and resends the event after any other response.',
  params: none,
  query: none,
  success: json(200, Received, { received: true }),
  errors: ['invalid_request', 'service_unavailable', 'capability_unavailable'],
});
