import { LambdaClient } from '@aws-sdk/client-lambda';
import { expect, test } from 'vitest';
import { openFunction } from '#lib/platform/aws/functions.ts';
import type { JsonService } from '#local/aws-endpoint/json-service.ts';
import { inProcess } from '../../../support/in-process.ts';

const starter = (service: JsonService) => openFunction(new LambdaClient(inProcess(service)), 'runner');

test('a function is started with the event, without waiting for its result', async () => {
  const requests: { type: string | undefined; body: string }[] = [];
  const start = starter(async (headers, body) => {
    requests.push({ type: headers['x-amz-invocation-type'], body: body.toString() });
    return { status: 202, headers: {}, body: Buffer.alloc(0) };
  });
  await start({ id: 'rts_1' });
  expect(requests).toEqual([{ type: 'Event', body: '{"id":"rts_1"}' }]);
});

test('an event that Lambda does not accept rejects', async () => {
  const start = starter(async () => ({
    status: 429,
    headers: { 'x-amzn-errortype': 'TooManyRequestsException' },
    body: Buffer.from('{}'),
  }));
  await expect(start({})).rejects.toMatchObject({ name: 'TooManyRequestsException' });
});
