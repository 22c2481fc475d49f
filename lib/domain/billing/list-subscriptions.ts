import type { Table } from '#lib/platform/aws/table.ts';
import { findCustomer } from './customer.ts';
import { type Product, productOf } from './products.ts';
import type { SubscriptionsView } from './views.ts';

/** A subscription at the payment provider that has not ended. */
export type Subscription = {
  readonly id: string;
  readonly priceId: string;
  readonly status: string;
  /** The time at which it renews, or ends if it was canceled. */
  readonly periodEndsAt: string | null;
  readonly isCanceled: boolean;
};

export type HasSubscriptionDeps = {
  readonly table: Pick<Table, 'get'>;
  /** Undefined in a deployment without payment provider. */
  readonly subscriptionsOf: ((customerId: string) => Promise<readonly Subscription[]>) | undefined;
};
export type ListSubscriptionsDeps = HasSubscriptionDeps & { readonly products: readonly Product[] };

/** The organization's subscriptions that have not ended, as the payment provider has them now. */
const findSubscriptions = async (
  { table, subscriptionsOf }: HasSubscriptionDeps,
  organizationId: string,
): Promise<readonly Subscription[]> => {
  const customerId = subscriptionsOf && (await findCustomer(table, organizationId));
  return (customerId !== undefined && (await subscriptionsOf?.(customerId))) || [];
};

/** Whether the organization has a subscription that will be renewed. */
export const hasSubscription = async (deps: HasSubscriptionDeps, organizationId: string): Promise<boolean> =>
  (await findSubscriptions(deps, organizationId)).some(({ isCanceled }) => !isCanceled);

/** The organization's subscriptions, as the payment provider has them now. */
export const listSubscriptions = async (
  { products, ...deps }: ListSubscriptionsDeps,
  { organizationId }: { readonly organizationId: string },
): Promise<SubscriptionsView> => {
  const found = await findSubscriptions(deps, organizationId);
  return {
    data: found.map(({ id, priceId, status, periodEndsAt, isCanceled }) => ({
      id,
      price_id: priceId,
      name: productOf(products, priceId)?.name ?? null,
      status,
      period_ends_at: periodEndsAt,
      canceled: isCanceled,
    })),
  };
};
