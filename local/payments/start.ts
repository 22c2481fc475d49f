import * as z from 'zod';
import { onFreePort } from '../free-port.ts';
import { listen } from '../ports.ts';
import { portal } from './portal.ts';
import type { Deployment } from '../template/deployment.ts';

/** An emulator of the payment provider, with its addresses and secrets for functions. */
export type Payments = {
  /** Base URL of its API and its pages. */
  readonly url: string;
  /** The secrets that an operator would enter, by ARN. */
  readonly secrets: ReadonlyMap<string, string>;
  /** Starts the emulator. */
  readonly start: () => Promise<void>;
};

// The emulator does not check the key. Only this process and the event receiver know the signing secret.
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
 * Prepares an emulator of Stripe that sells the products of the template and posts events to `eventsUrl`. Undefined without
 * products. The emulator loses its state when it stops. `onStop` registers functions that stop it.
 */
export const preparePayments = async (
  deployment: Deployment,
  eventsUrl: string,
  onStop: (stop: () => Promise<void>) => void,
): Promise<Payments | undefined> => {
  const products = productsOf(deployment);
  if (products.length === 0) return undefined;
  const { url, serve, close } = await listen(0);
  onStop(close);
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
      // Loaded on demand: most stacks have no products.
      const { createEmulator } = await import('emulate');
      await onFreePort(async (port) => {
        const emulator = await createEmulator({ service: 'stripe', port, baseUrl: url, seed: { stripe } });
        onStop(() => emulator.close());
        serve(portal({ url, emulatorPort: port }));
      });
    },
  };
};
