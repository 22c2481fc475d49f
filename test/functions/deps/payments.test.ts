import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { startAws } from '../../support/aws-server.ts';
import { lambdaContext } from '../../support/http-event.ts';
import { startTable } from '../../support/table.ts';

let database: Awaited<ReturnType<typeof startTable>>;
let aws: Awaited<ReturnType<typeof startAws>>;
beforeAll(async () => {
  database = await startTable();
  aws = await startAws(database.serve, () => undefined);
  const settings = {
    AWS_ENDPOINT_URL: aws.url,
    TABLE_NAME: database.tableName,
    PRODUCTS: '[]',
    STRIPE_API_KEY_ARN: 'key',
    CONSOLE_ORIGIN: 'https://console.example',
  };
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  vi.resetModules();
  await aws.stop();
});
// A function reads its settings when it is loaded.
beforeEach(() => void vi.resetModules());

/** The response of Secrets Manager. */
const store = (SecretString: string) => aws.objects.set('/', JSON.stringify({ SecretString }));
const generated = 'generated-when-the-secret-was-made';

test('before the operator has stored the key of Stripe, nothing is to be bought, so who buys top-ups does not fail', async () => {
  store(generated);
  const { handler } = await import('#functions/workers/buy-top-ups.ts');
  await expect(handler({}, lambdaContext)).resolves.toBeUndefined();
});

test('before the operator has stored the key of Stripe, routes of payments do not start', async () => {
  store(generated);
  const { livePaymentProvider } = await import('#functions/deps/payments.ts');
  await expect(livePaymentProvider()).rejects.toThrow('The API key of Stripe is missing');
});

test('a purchase that is due fails while the key of Stripe is missing, and finds it once it is stored', async () => {
  store(generated);
  const { openPaymentProvider } = await import('#functions/deps/payments.ts');
  const cardOf = openPaymentProvider()?.cardOf;
  await expect(cardOf?.('cus_1')).rejects.toThrow('The API key of Stripe is missing');
  store('sk_test_1');
  vi.stubEnv('STRIPE_API_URL', aws.url);
  await expect(cardOf?.('cus_1')).rejects.not.toThrow('The API key of Stripe is missing');
});
