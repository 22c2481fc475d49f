import { afterAll, beforeAll, expect, test } from 'vitest';
import { productsContext } from '#local/products.ts';
import { aVisitor, type Visitor } from '../support/console.ts';
import { noSpeech, type Service, startService, tenSeconds } from '../support/local-service.ts';

let service: Service;
let ada: Visitor;
beforeAll(async () => {
  service = await startService({ context: { ...productsContext(), prepaid: 'true' } });
  ada = await aVisitor(service);
});
afterAll(() => service.stop());

/** Presses "Pay" on the payment provider's page. */
const pay = (url: string): Promise<Response> =>
  fetch(`${url}/complete`, { method: 'POST', redirect: 'manual' });

const billing = async (organizationId: string) =>
  (await ada.ask('GET', `/organizations/${organizationId}/billing`)).body;

const checkout = (organizationId: string, body: object) =>
  ada.ask('POST', `/organizations/${organizationId}/billing/checkout`, body);

test('what is paid on the page of the payment provider is credited once and leads back to the console', async () => {
  const { organizationId } = await ada.newProject();
  const [pack] = (await billing(organizationId)).products;
  const opened = await checkout(organizationId, { kind: 'credit_pack', price_id: pack.price_id });
  expect(opened.status).toBe(201);
  expect((await billing(organizationId)).balance_usd).toBe('0.000000');
  const paid = await pay(opened.body.url);
  expect(paid.headers.get('location')).toBe(
    `${service.stack.baseUrl}/?checkout=completed#/organizations/${organizationId}/billing`,
  );
  await pay(opened.body.url);
  const after = await billing(organizationId);
  expect(after).toMatchObject({ balance_usd: '20.000000', prepaid: true });
  expect(after.entries).toMatchObject([{ kind: 'credit', amount_usd: '20.000000' }]);
});
