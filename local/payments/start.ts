import * as z from 'zod';
import { freePort } from '../ports.ts';
import type { Deployment } from '../template/deployment.ts';

/** What the template's functions have to reach the payment provider. */
export type Payments = {
  /** Of its API, and of its pages. */
  url: string;
  /** The secrets that an operator would put in, by ARN. */
  secrets: ReadonlyMap<string, string>;
  /** Starts answering; what comes back ends it. */
  start: () => Promise<() => Promise<void>>;
};

// Nobody checks the key; the signing secret only this process and the function that checks it know.
const apiKey = 'sk_test_laptop';
const signingSecret = 'whsec_laptop';

const Priced = z.object({
  Environment: z.object({ Variables: z.object({ PRODUCTS: z.string() }) }),
});
const Products = z.array(z.object({ price_id: z.string(), name: z.string(), amount_usd: z.coerce.number() }));

const productsOf = (deployment: Deployment) => {
  const lists = deployment
    .ofType('AWS::Lambda::Function')
    .map(({ properties }) => properties(z.unknown()))
    .flatMap((properties) => Priced.safeParse(properties).data?.Environment.Variables.PRODUCTS ?? []);
  return Products.parse(JSON.parse(lists[0] ?? '[]'));
};

const secretsOf = (deployment: Deployment): Map<string, string> => {
  const values: Record<string, string> = { StripeApiKey: apiKey, StripeSigningSecret: signingSecret };
  return new Map(
    deployment.ofType('AWS::SecretsManager::Secret').flatMap(({ logicalId, returns }) => {
      const name = Object.keys(values).find((one) => logicalId.startsWith(one));
      return name === undefined ? [] : [[returns.Ref, values[name] ?? '']];
    }),
  );
};

/**
 * A place for an emulator of Stripe that sells the products of the template and tells `eventsUrl` of payments; undefined
 * where nothing is sold. It forgets everything when it stops.
 */
export const placePayments = async (
  deployment: Deployment,
  eventsUrl: string,
): Promise<Payments | undefined> => {
  const products = productsOf(deployment);
  if (products.length === 0) return undefined;
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const stripe = {
    products: products.map(({ price_id, name }) => ({ id: `prod_${price_id}`, name })),
    prices: products.map(({ price_id, name, amount_usd }) => ({
      id: price_id,
      product_name: name,
      currency: 'usd',
      unit_amount: Math.round(amount_usd * 100),
    })),
    webhooks: [{ url: eventsUrl, events: ['*'], secret: signingSecret }],
  };
  return {
    url,
    secrets: secretsOf(deployment),
    start: async () => {
      // Loaded only where something is sold.
      const { createEmulator } = await import('emulate');
      const emulator = await createEmulator({ service: 'stripe', port, baseUrl: url, seed: { stripe } });
      return () => emulator.close();
    },
  };
};
