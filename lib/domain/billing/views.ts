import * as z from 'zod';
import { pageFields } from '#lib/platform/http/cursor.ts';
import { count, instant, languageTag, mode, signedUsd, usd } from '#lib/platform/http/fields.ts';
import { QuotaView } from '#lib/platform/limits/quotas.ts';
import { Line } from './line.ts';
import { productKinds } from './products.ts';

const day = z.iso.date().meta({ description: 'A day in UTC.' });

const amounts = {
  jobs: count.meta({ description: 'Completed and charged jobs.' }),
  audio_ms: count.meta({
    description:
      'Length of their audio. The audio of a job with `multichannel` counts once for each channel.',
  }),
  amount_usd: usd,
};

export const UsageView = z
  .object({
    project_id: z.string(),
    mode,
    start: day,
    end: day,
    totals: z.object(amounts),
    days: z.array(z.object({ date: day, ...amounts })),
    groups: z
      .array(
        z
          .object({
            date: day,
            key_id: z.string().nullable().meta({
              description:
                'The part of the API key that is not secret, or the id of a person at the console.',
            }),
            language: languageTag.nullable().meta({ description: 'The language that was spoken most.' }),
            ...amounts,
          })
          .meta({ id: 'UsageGroup' }),
      )
      .meta({ description: 'The same by key and language, for days with jobs.' }),
    test_quota: z
      .object({ used_ms: count, limit_ms: count })
      .nullable()
      .meta({ description: 'Audio recognized in test mode today, in UTC; null in live mode.' }),
    quotas: z.array(QuotaView),
  })
  .meta({ id: 'Usage', description: "A project's usage by day." });
export type UsageView = z.infer<typeof UsageView>;

const ProductView = z
  .object({
    price_id: z.string(),
    kind: z.enum(productKinds),
    name: z.string(),
    amount_usd: usd,
    credit_usd: usd,
  })
  .meta({ id: 'Product', description: 'A product for sale, and the credit it adds to the balance.' });

const EntryView = z
  .object({
    id: z.string(),
    kind: Line.shape.kind,
    amount_usd: signedUsd.meta({ description: 'What the entry adds to the balance.' }),
    paid_usd: usd.nullable().meta({ description: 'What was paid for credit; null for other entries.' }),
    created_at: instant,
  })
  .meta({ id: 'LedgerEntry', description: 'A payment, a refund or a dispute.' });
export type EntryView = z.infer<typeof EntryView>;

const amountOrNone = usd.nullable();
const month = z
  .string()
  .regex(/^\d{4}-\d{2}$/)
  .meta({ description: 'In UTC.' });

export const SpendingView = z
  .object({
    month,
    spent_usd: usd.meta({ description: 'The charges for jobs that ended in this month.' }),
    limit_usd: amountOrNone.meta({
      description: 'From this amount on new jobs are refused as `spend_limit_reached`; null for no limit.',
    }),
    alert_usd: amountOrNone.meta({ description: 'From this amount on the console warns; null for none.' }),
    earlier_months: z
      .array(z.object({ month, spent_usd: usd }))
      .meta({ description: 'The months before with charges, newest first.' }),
  })
  .meta({ id: 'Spending', description: 'What an organization spends in a month, and may spend.' });
export type SpendingView = z.infer<typeof SpendingView>;

/** The reasons why automatic purchases stop until a person orders them again. */
export const TopUpStop = z.enum([
  'declined',
  'authentication_required',
  'no_card',
  'not_sold',
  'returned',
  'unconfirmed',
]);

const AutoTopUpView = z
  .object({
    price_id: z.string().meta({ description: 'The credit pack that is bought.' }),
    below_usd: usd.meta({ description: 'The pack is bought when less credit than this is free.' }),
    card: z.object({ brand: z.string(), last4: z.string() }),
    stopped: TopUpStop.nullable().meta({
      description:
        'Why nothing is bought until the automatic top-up is set again: the card was declined, the bank wants its owner to confirm, no card is saved, the pack is no longer sold, a payment was returned, or the provider did not say for hours whether it charged.',
    }),
  })
  .meta({ id: 'AutoTopUp', description: 'Credit that a saved card buys when little is left.' });
export type AutoTopUpView = z.infer<typeof AutoTopUpView>;

export const AutoTopUpsView = z
  .object({ auto_top_up: AutoTopUpView.nullable() })
  .meta({ id: 'AutoTopUpOrder', description: 'Null if nothing is bought automatically.' });
export type AutoTopUpsView = z.infer<typeof AutoTopUpsView>;

export const BillingView = z
  .object({
    balance_usd: signedUsd,
    held_usd: usd.meta({
      description: 'The part of the balance that is held for unfinished jobs. Zero without `prepaid`.',
    }),
    prepaid: z
      .boolean()
      .meta({ description: 'Whether jobs are refused when the balance is used up or held.' }),
    spending: SpendingView,
    auto_top_up: AutoTopUpView.nullable(),
    is_customer: z.boolean().meta({
      description: 'Whether the payment provider knows the organization, as from its first checkout on.',
    }),
    products: z.array(ProductView),
    entries: z
      .object(pageFields(EntryView))
      .meta({ id: 'LedgerPage', description: 'Newest first. The usage lists the charges for jobs.' }),
  })
  .meta({ id: 'OrganizationBilling', description: "An organization's balance, payments and products." });
export type BillingView = z.infer<typeof BillingView>;

export const CheckoutView = z
  .object({ checkout_session_id: z.string(), url: z.url().meta({ description: 'Send the browser there.' }) })
  .meta({ id: 'Checkout', description: 'A checkout page of the payment provider.' });
export type CheckoutView = z.infer<typeof CheckoutView>;

export const PortalView = z
  .object({ url: z.url().meta({ description: 'Send the browser there.' }) })
  .meta({ id: 'BillingPortal', description: "The payment provider's page for an organization." });
export type PortalView = z.infer<typeof PortalView>;

export const ReceiptView = z
  .object({ url: z.url() })
  .meta({ id: 'Receipt', description: 'Where the payment provider shows the receipt.' });
export type ReceiptView = z.infer<typeof ReceiptView>;

const SubscriptionView = z
  .object({
    id: z.string(),
    price_id: z.string(),
    name: z.string().nullable().meta({ description: 'Of the product; null if it is no longer sold.' }),
    status: z.string().meta({ description: "The payment provider's: `active`, `past_due` and so on." }),
    period_ends_at: instant.nullable(),
    canceled: z
      .boolean()
      .meta({ description: 'Whether the subscription ends at this time and is not renewed.' }),
  })
  .meta({ id: 'Subscription' });

export const SubscriptionsView = z
  .object({ data: z.array(SubscriptionView) })
  .meta({ id: 'Subscriptions', description: 'What an organization pays for regularly.' });
export type SubscriptionsView = z.infer<typeof SubscriptionsView>;
