import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import Stripe from 'stripe';
import { expect, test } from 'vitest';
import { paymentEventRoute } from '#functions/http/payment-events.ts';
import type { IsSigned } from '#functions/http/signature.ts';
import { receivePaymentEvent } from '#lib/domain/billing/contracts.ts';
import { eventVerifier } from '#lib/domain/billing/stripe.ts';
import { assertDocumented } from '../../support/documented.ts';
import { httpEvent, lambdaContext } from '../../support/http-event.ts';
import { watchLog } from '../../support/log-lines.ts';
import { pack, session, signed } from '../../support/stripe-events.ts';

const path = '/api/platform/v1/billing/events';
const event = session({ organizationId: 'org_é', product: pack });
const { payload, header } = signed(event, 'whsec_ours');
const isSigned = eventVerifier('whsec_ours');

type Receive = (signed: unknown) => Promise<void>;

const ask = async (check: IsSigned | undefined, receive: Receive, sent: APIGatewayProxyEventV2) => {
  const handler = paymentEventRoute(check, async (one) => {
    await receive(one);
    return receivePaymentEvent.success.toReply({ received: true });
  });
  const { statusCode: status, headers, body: text = '' } = await handler(sent, lambdaContext);
  const named = Object.entries(headers ?? {}).map(([name, value]): [string, string] => [name, String(value)]);
  assertDocumented({ method: 'POST', path, status, headers: new Headers(named), text });
  return { status, body: JSON.parse(text) };
};

const post = async (
  parts: { body?: string; header?: string; base64?: boolean; check?: IsSigned },
  receive: Receive = async () => {},
) => {
  const { body = payload, base64 = false, check = isSigned } = parts;
  const sent = httpEvent({
    route: `POST ${path}`,
    path,
    headers: { 'stripe-signature': parts.header ?? header },
    body: base64 ? Buffer.from(body).toString('base64') : body,
  });
  return ask(check, receive, { ...sent, isBase64Encoded: base64 });
};

test.each([false, true])('the signed bytes are verified as they were sent, base64 %s', async (base64) => {
  const received: unknown[] = [];
  const answer = await post({ base64 }, async (one) => void received.push(one));
  expect([answer.status, answer.body]).toEqual([200, { received: true }]);
  expect(received).toEqual([JSON.parse(payload)]);
});

test.each<[string, IsSigned]>([
  ['at once', isSigned],
  ['later', async (...asked) => isSigned(...asked)],
])('an unsigned event gets 400, changes nothing and is logged, if that is known %s', async (_, check) => {
  let calls = 0;
  const watched = watchLog();
  const answer = await post({ header: 't=1,v1=00', check }, async () => void (calls += 1));
  expect(watched.of('payment.refused')).toHaveLength(1);
  expect([answer.status, answer.body.error.type, calls]).toEqual([400, 'invalid_request', 0]);
});

test('an event that cannot be stored gets 500, so that the provider sends it again', async () => {
  const answer = await post({}, async () => {
    throw new Error('No table.');
  });
  expect(answer.status).toBe(500);
});

test('a signed body that is not JSON reaches the verb as undefined', async () => {
  const body = 'no JSON';
  const timestamp = Math.floor(Date.now() / 1000);
  const sent = Stripe.webhooks.generateTestHeaderString({ payload: body, secret: 'whsec_ours', timestamp });
  const received: unknown[] = [];
  const answer = await post({ body, header: sent }, async (one) => void received.push(one));
  expect([answer.status, received]).toEqual([200, [undefined]]);
});

test('a deployment that sells nothing takes no payment event', async () => {
  const answer = await ask(undefined, async () => {}, httpEvent({ route: `POST ${path}`, path }));
  expect([answer.status, answer.body.error.type]).toEqual([501, 'capability_unavailable']);
});
