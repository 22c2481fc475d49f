import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { projectDir } from './project-script.ts';

const CdkJson = z.object({ context: z.object({ products: z.unknown() }).optional() });

/** What the laptop sells, so that buying can be tried: the payment provider behind it takes no money. */
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

/** Context of the CDK app by which something is sold, unless cdk.json says what. */
export const productsContext = (): Record<string, string> => {
  const { context } = CdkJson.parse(JSON.parse(readFileSync(join(projectDir, 'cdk.json'), 'utf8')));
  return context?.products === undefined ? { products: JSON.stringify(products) } : {};
};
