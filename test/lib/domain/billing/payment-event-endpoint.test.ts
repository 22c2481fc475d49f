import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import Stripe from 'stripe';
import { expect, test } from 'vitest';
import { paymentEventEndpoint } from '#lib/domain/billing/payment-event-endpoint.ts';
import { eventVerifier } from '#lib/domain/billing/stripe.ts';
import { assertDocumented } from '../../../support/documented.ts';
import { httpEvent, lambdaContext } from '../../../support/http-event.ts';
import { pack, session, signed } from '../../../support/stripe-events.ts';

const path = '/api/platform/v1/billing/events';
const event = session({ organizationId: 'org_é', product: pack });
const { payload, header } = signed(event, 'whsec_ours');
const isSigned = eventVerifier('whsec_ours');

const ask = async (books: Parameters<typeof paymentEventEndpoint>[0], sent: APIGatewayProxyEventV2) => {
  const {
    statusCode: status,
    headers,
    body: text = '',
  } = await paymentEventEndpoint(books)(sent, lambdaContext);
  const named = Object.entries(headers ?? {}).map(([name, value]): [string, string] => [name, String(value)]);
  assertDocumented({ method: 'POST', path, status, headers: new Headers(named), text });
  return { status, body: JSON.parse(text) };
};

const post = async (
  parts: { body?: string; header?: string; base64?: boolean },
  receive: (signed: unknown) => Promise<void> = async () => {},
) => {
  const { body = payload, base64 = false } = parts;
  const sent = httpEvent({
    route: `POST ${path}`,
    path,
    headers: { 'stripe-signature': parts.header ?? header },
    body: base64 ? Buffer.from(body).toString('base64') : body,
  });
  return ask({ isSigned, receive }, { ...sent, isBase64Encoded: base64 });
};

test.each([false, true])('takes the bytes as they were sent, base64 %s', async (base64) => {
  const received: unknown[] = [];
  const answer = await post({ base64 }, async (one) => void received.push(one));
  expect([answer.status, answer.body]).toEqual([200, { received: true }]);
  expect(received).toEqual([JSON.parse(payload)]);
});

test('what is not signed changes nothing and is answered 400', async () => {
  let calls = 0;
  const answer = await post({ header: 't=1,v1=00' }, async () => void (calls += 1));
  expect([answer.status, answer.body.error.type, calls]).toEqual([400, 'invalid_request', 0]);
});

test('what could not be written down is answered 500, so that it comes again', async () => {
  const answer = await post({}, async () => {
    throw new Error('No table.');
  });
  expect(answer.status).toBe(500);
});

test('what is signed and no JSON is left to whoever reads it', async () => {
  const [body, timestamp] = ['no JSON', Math.floor(Date.now() / 1000)];
  const sent = Stripe.webhooks.generateTestHeaderString({ payload: body, secret: 'whsec_ours', timestamp });
  const received: unknown[] = [];
  const answer = await post({ body, header: sent }, async (one) => void received.push(one));
  expect([answer.status, received]).toEqual([200, [undefined]]);
});

test('where nothing is sold nobody listens', async () => {
  const answer = await ask(undefined, httpEvent({ route: `POST ${path}`, path }));
  expect([answer.status, answer.body.error.type]).toEqual([501, 'capability_unavailable']);
});
