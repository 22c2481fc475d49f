/** Sample products to try out payments. The emulated payment provider takes no money. */
const products = [
  {
    price_id: 'price_credit_20',
    kind: 'credit_pack',
    name: 'Credit of $20',
    amount_usd: '20',
    credit_usd: '20',
  },
  {
    price_id: 'price_credit_100',
    kind: 'credit_pack',
    name: 'Credit of $105 for $100',
    amount_usd: '100',
    credit_usd: '105',
  },
  {
    price_id: 'price_monthly_50',
    kind: 'subscription',
    name: 'Credit of $55 each month',
    amount_usd: '50',
    credit_usd: '55',
  },
];

/** CDK context with the sample products, unless the settings have products. */
export const productsContext = (settings: Record<string, unknown>): Record<string, string> =>
  settings['products'] === undefined ? { products: JSON.stringify(products) } : {};
