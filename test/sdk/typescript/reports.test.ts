import { expect, test } from 'vitest';
import { Earshot } from '../../../sdk/typescript/client.ts';
import { answered, fakeEnvironment } from '../../support/fake-fetch.ts';

const world = fakeEnvironment(({ url }) => {
  const request = url.pathname + url.search;
  return answered({ request, data: [request], next_cursor: null });
});
const { environment } = world;
const earshot = new Earshot({ baseUrl: 'https://api.example', apiKey: 'es_live_k', environment });

test('reports and records are read where the service has them', async () => {
  expect(await earshot.usage.get({ start: '2026-11-01' })).toMatchObject({
    request: '/v1/reports/usage?start=2026-11-01',
  });
  expect(await earshot.usage.csv()).toContain('/v1/reports/usage?format=csv');
  expect(await earshot.requests.get('req/1')).toMatchObject({ request: '/v1/requests/req%2F1' });
  expect(await earshot.transcriptions.ledger('ofq_a')).toMatchObject({
    request: '/v1/transcriptions/ofq_a/ledger',
  });
  const lists = [
    earshot.usage.charges({ end: '2026-11-30' }),
    earshot.transcriptions.deliveries('ofq_a'),
    earshot.webhooks.deliveries('whk_a', { limit: 5 }),
  ];
  const asked: unknown[] = [];
  for (const list of lists) for await (const one of list) asked.push(one);
  expect(asked).toEqual([
    '/v1/reports/charges?end=2026-11-30',
    '/v1/transcriptions/ofq_a/deliveries',
    '/v1/webhooks/whk_a/deliveries?limit=5',
  ]);
});

test('a delivery is started again, and a test event sent', async () => {
  await earshot.webhooks.redeliver('whk_a', 'dlv_a');
  await earshot.webhooks.test('whk_a');
  expect(world.requests.slice(-2).map(({ method, url }) => [method, url.pathname])).toEqual([
    ['POST', '/v1/webhooks/whk_a/deliveries/dlv_a/redeliver'],
    ['POST', '/v1/webhooks/whk_a/test'],
  ]);
});
