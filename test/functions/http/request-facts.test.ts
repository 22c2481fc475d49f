import { expect, test } from 'vitest';
import { requestFactsOf } from '#functions/http/request-facts.ts';
import { httpEvent, lambdaContext } from '../../support/http-event.ts';

test('a handler gets the route, the request id, the headers and the time that is left to the invocation', () => {
  let leftMs = 9_000;
  const event = httpEvent({ route: 'GET /v1/notes', headers: { accept: '*/*' } });
  const context = { ...lambdaContext, getRemainingTimeInMillis: () => leftMs };
  const { remainingMs, ...facts } = requestFactsOf(event, context);
  expect(facts).toEqual({ route: 'GET /v1/notes', requestId: 'request-7', headers: { accept: '*/*' } });
  leftMs = 4_000;
  expect(remainingMs()).toBe(4_000);
});
