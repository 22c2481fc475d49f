import * as z from 'zod';
import { textUpTo } from '#lib/platform/text.ts';
import type { Table } from '#lib/platform/aws/table.ts';
import { invalidFields } from '#lib/platform/http/validation.ts';
import type { Created } from '#lib/platform/idempotency.ts';
import { derivedId } from '#lib/platform/ids.ts';
import { customerOf, nothingSold, replaceCustomer } from './customer.ts';
import { ourMetadata } from './payment-event.ts';
import { type Product, productKinds, productOf, soldOf } from './products.ts';
import type { CheckoutView } from './views.ts';

export const NewCheckout = z
  .strictObject({
    kind: z.enum(productKinds),
    price_id: textUpTo(255).meta({ description: 'The price id of a listed product.' }),
  })
  .meta({ id: 'NewCheckout' });
export type NewCheckout = z.infer<typeof NewCheckout>;

/** An order at the payment provider. */
export type CheckoutOrder = {
  readonly product: Product;
  readonly organizationId: string;
  /** The organization at the payment provider. */
  readonly customerId: string;
  /** Returned with every event of the payment. */
  readonly metadata: Readonly<Record<string, string>>;
  readonly successUrl: string;
  readonly cancelUrl: string;
  /** The same order under the same key returns the same page. */
  readonly idempotencyKey: string | undefined;
};

export type Checkout = { readonly id: string; readonly url: string };

export type CreateCheckoutDeps = {
  readonly products: readonly Product[];
  /**
   * Opens no page if the customer no longer exists at the payment provider. Undefined in a deployment without payment
   * provider.
   */
  readonly openCheckout: ((order: CheckoutOrder) => Promise<Created<Checkout> | undefined>) | undefined;
  readonly createCustomer: ((organizationId: string, gone?: string) => Promise<string>) | undefined;
  readonly table: Pick<Table, 'get' | 'putNew' | 'update'>;
  /** The payment provider redirects the browser here. */
  readonly consoleOrigin: string;
};

const unknownPrice = () =>
  invalidFields([
    { path: 'price_id', rule: 'unknown', message: 'Send the price_id of a listed product of this kind.' },
  ]);

/** Opens a checkout page for one product of the price list. */
export const createCheckout = async (
  { table, products, openCheckout, createCustomer, consoleOrigin }: CreateCheckoutDeps,
  { organizationId }: { readonly organizationId: string },
  input: { readonly body: NewCheckout; readonly route: string; readonly idempotencyKey: string | undefined },
): Promise<Created<CheckoutView>> => {
  if (!openCheckout || !createCustomer) throw nothingSold();
  const product = productOf(soldOf(products), input.body.price_id, input.body.kind);
  if (!product) throw unknownPrice();
  const { idempotencyKey: key } = input;
  const page = (outcome: string) =>
    `${consoleOrigin}/?checkout=${outcome}#/organizations/${organizationId}/billing`;
  const openFor = (customerId: string) =>
    openCheckout({
      product,
      organizationId,
      customerId,
      metadata: ourMetadata(organizationId, product.priceId),
      successUrl: page('completed'),
      cancelUrl: page('canceled'),
      // Derived from the organization, so that keys of two organizations cannot collide, and from everything else that
      // may change.
      idempotencyKey:
        key === undefined ? undefined : derivedId('chk', [organizationId, input.route, key, customerId]),
    });
  const customers = { table, createCustomer };
  const known = await customerOf(customers, organizationId);
  const opened =
    (await openFor(known)) ?? (await openFor(await replaceCustomer(customers, organizationId, known)));
  if (!opened) throw new Error('Stripe does not know the customer that was just created.');
  const { value, replayed } = opened;
  return { value: { checkout_session_id: value.id, url: value.url }, replayed };
};
