import { expect, test } from 'vitest';
import { jobUrlChecker } from '#lib/domain/webhooks/check-job-url.ts';
import { urlChecker } from '#lib/domain/webhooks/check-url.ts';
import { liveSafeFetchDeps } from '#lib/platform/net/safe-fetch.ts';
import type { startWorld } from '../support/start-world.ts';

type Route = 'POST /v1/transcriptions' | 'POST /v1/realtime/sessions';

/** The handling of `webhook_url` by a route. Each call has its own project. */
export const describeWebhookUrl = (
  { world }: Awaited<ReturnType<typeof startWorld>>,
  route: Route,
  aBody: (customer: Awaited<ReturnType<typeof world.aCustomer>>) => Promise<object>,
): void => {
  const webhook_url = 'https://jobs.example/done';

  test('409 for a webhook_url that no webhook signs yet', async () => {
    const customer = await world.aCustomer();
    const body = { ...(await aBody(customer)), webhook_url };
    const answer = await world.call(route, { as: customer.live, body });
    expect([answer.status, answer.body.error.type]).toEqual([409, 'invalid_state']);
  });

  test('a replay is answered as before, though its webhook_url is down by now', async () => {
    const customer = await world.aCustomer();
    await world.call('POST /v1/webhooks', { as: customer.live, body: {} });
    const ask = {
      as: customer.live,
      body: { ...(await aBody(customer)), webhook_url },
      headers: { 'idempotency-key': 'a-key-of-its-own' },
    };
    const first = await world.call(route, ask);
    const checkWebhookUrl = () => Promise.reject(new Error('It is down.'));
    const second = await world.callWith({ checkWebhookUrl })(route, ask);
    expect([second.status, second.body.id]).toEqual([first.status, first.body.id]);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
  });

  test.each([
    'http://jobs.example/',
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://169.254.169.254/',
    'jobs',
  ])('400 for the webhook_url %s', async (url) => {
    const customer = await world.aCustomer();
    await world.call('POST /v1/webhooks', { as: customer.live, body: {} });
    const checkUrl = urlChecker(liveSafeFetchDeps([]), 'webhook_url');
    const call = world.callWith({ checkWebhookUrl: jobUrlChecker(world.table, checkUrl) });
    const body = { ...(await aBody(customer)), webhook_url: url };
    const answer = await call(route, { as: customer.live, body });
    expect([answer.status, answer.body.error.details.fields]).toMatchObject([400, [{ path: 'webhook_url' }]]);
  });
};
