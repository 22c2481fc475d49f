import { expect, test } from 'vitest';
import { withLogContext } from '#lib/platform/http/middleware/log-context.ts';
import { log } from '#lib/platform/log.ts';
import { httpEvent, lambdaContext } from '../../../../support/http-event.ts';
import { watchLog } from '../../../../support/log-lines.ts';

test('every line of a request has its id, its addresses and the invocation, and no line after it', async () => {
  const watched = watchLog();
  const handle = withLogContext(async () => {
    await Promise.resolve();
    log.info('upload.received');
    return { statusCode: 200 };
  });
  const event = httpEvent({ headers: { 'x-forwarded-for': '198.51.100.7, 203.0.113.9' } });
  expect(await handle(event, lambdaContext)).toEqual({ statusCode: 200 });
  log.info('upload.received');
  expect(watched.lines).toEqual([
    {
      event: 'upload.received',
      function_request_id: 'invocation-7',
      request_id: 'request-7',
      address: '203.0.113.9',
      forwarded_for: '198.51.100.7',
    },
    { event: 'upload.received' },
  ]);
});

test("every line of a request has the caller's own id of it", async () => {
  const watched = watchLog();
  const handle = withLogContext(async () => {
    log.info('upload.received');
    return { statusCode: 200 };
  });
  await handle(httpEvent({ headers: { 'x-client-request-id': 'call-42' } }), lambdaContext);
  expect(watched.lines).toMatchObject([{ request_id: 'request-7', client_request_id: 'call-42' }]);
});
