import * as z from 'zod';
import { fromJson } from '#lib/platform/from-json.ts';
import { centsToMicroUsd, formatUsd, usdToCents } from '#lib/domain/money.ts';

export const productKinds = ['credit_pack', 'subscription'] as const;
export type ProductKind = (typeof productKinds)[number];

/** Dollars and cents, "10" or "10.50"; the payment provider has no smaller unit. */
const dollars = z.union([z.string(), z.number().transform(String)]).transform((usd, context) => {
  const cents = usdToCents(usd);
  if (cents !== undefined && cents > 0) return cents;
  context.addIssue({ code: 'custom', message: 'Write dollars and cents above zero, as "10" or "10.50".' });
  return z.NEVER;
});

const Product = z
  .strictObject({
    /** The id of the price at the payment provider. */
    price_id: z.string().regex(/^[\w-]{1,255}$/),
    kind: z.enum(productKinds),
    name: z.string().min(1).max(100),
    /** The price, once or each period. */
    amount_usd: dollars,
    /** The credit added by each payment. */
    credit_usd: dollars,
    /**
     * False if the product can no longer be bought. Earlier purchases are still credited, such as each period of a
     * subscription.
     */
    sold: z.boolean().optional(),
  })
  .transform(({ price_id, kind, name, amount_usd, credit_usd, sold }) => ({
    priceId: price_id,
    kind,
    name,
    amountCents: amount_usd,
    creditMicroUsd: centsToMicroUsd(credit_usd),
    ...(sold === false && { isSold: false }),
  }));

/** A product that is or was for sale. Amounts come from here, never from a request or an event. */
export type Product = z.infer<typeof Product>;

/** The price list, as JSON text or as parsed values. Price ids are unique. */
export const Products = fromJson
  .pipe(z.array(Product))
  .refine((products) => new Set(products.map(({ priceId }) => priceId)).size === products.length, {
    message: 'Two products have one price_id.',
  })
  // A function's whole environment is limited to 4 KB.
  .refine((products) => Buffer.byteLength(JSON.stringify(products)) <= 2_800, {
    message: 'These products have more than 2,800 bytes of JSON. Remove some, or shorten their names.',
  });

/** A product in the format of the settings and of the console. */
export const productView = ({ priceId, kind, name, amountCents, creditMicroUsd, isSold }: Product) => ({
  price_id: priceId,
  kind,
  name,
  amount_usd: formatUsd(centsToMicroUsd(amountCents)),
  credit_usd: formatUsd(creditMicroUsd),
  ...(isSold === false && { sold: false }),
});

/** The products that can be bought. */
export const soldOf = (products: readonly Product[]): readonly Product[] =>
  products.filter(({ isSold }) => isSold !== false);

/** The product with this price id, of any kind unless given. */
export const productOf = (
  products: readonly Product[],
  priceId: string,
  kind?: ProductKind,
): Product | undefined =>
  products.find((product) => product.priceId === priceId && (kind === undefined || product.kind === kind));
