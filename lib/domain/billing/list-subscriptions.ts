import type { Table } from '#lib/platform/aws/table.ts';
import { findCustomer } from './customer.ts';
import { type Product, productOf } from './products.ts';
import type { SubscriptionsView } from './views.ts';

/** A subscription at the payment provider that has not ended. */
export type Subscription = {
  readonly id: string;
  readonly priceId: string;
  readonly status: string;
  /** When it renews, or ends if it was canceled. */
  readonly periodEndsAt: string | null;
  readonly isCanceled: boolean;
};

export type ListSubscriptionsDeps = {
  readonly table: Pick<Table, 'get'>;
  readonly products: readonly Product[];
  /** Undefined in a deployment without payment provider. */
  readonly subscriptionsOf: ((customerId: string) => Promise<readonly Subscription[]>) | undefined;
};

/** What an organization pays for regularly, as the payment provider has it now. */
export const listSubscriptions = async (
  { table, products, subscriptionsOf }: ListSubscriptionsDeps,
  { organizationId }: { readonly organizationId: string },
): Promise<SubscriptionsView> => {
  const customerId = subscriptionsOf && (await findCustomer(table, organizationId));
  const found = customerId === undefined ? [] : await subscriptionsOf?.(customerId);
  return {
    data: (found ?? []).map(({ id, priceId, status, periodEndsAt, isCanceled }) => ({
      id,
      price_id: priceId,
      name: productOf(products, priceId)?.name ?? null,
      status,
      period_ends_at: periodEndsAt,
      canceled: isCanceled,
    })),
  };
};
