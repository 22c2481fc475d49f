import { expect, test } from 'vitest';
import { refuseBody } from '#lib/platform/http/middleware/refuse-body.ts';
import { httpEvent } from '../../../../support/http-event.ts';
import { runMiddleware } from '../../../../support/run-middleware.ts';

const json = 'application/json';

test.each([
  ['POST', undefined, 'text/plain', 200],
  ['POST', '', 'text/plain', 200],
  ['POST', 'a=1', 'application/x-www-form-urlencoded', 415],
  ['POST', '{}', json, 200],
  ['POST', '{', json, 400],
  ['POST', '[]', json, 400],
  ['POST', '{"model":"auto"}', json, 400],
  ['DELETE', 'a=1', 'text/plain', 200],
])('where no body is read, the body of %s %j as %s is answered %i', async (method, body, type, status) => {
  const headers = { 'content-type': type };
  const event = httpEvent({ route: `${method} /x`, headers, ...(body !== undefined && { body }) });
  expect((await runMiddleware(refuseBody(), { event })).reply.statusCode).toBe(status);
});

test('where no body is read, each field that is sent is named', async () => {
  const event = httpEvent({ route: 'POST /x', body: '{"model":"auto","multichannel":true}' });
  const { reply } = await runMiddleware(refuseBody(), { event });
  expect(JSON.parse(reply.body ?? '').error).toMatchObject({
    type: 'invalid_request',
    details: {
      fields: [
        { path: 'model', rule: 'unknown_field' },
        { path: 'multichannel', rule: 'unknown_field' },
      ],
    },
  });
});
