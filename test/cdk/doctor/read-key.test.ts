import { KMSClient } from '@aws-sdk/client-kms';
import { afterEach, expect, test } from 'vitest';
import { readKey } from '#cdk/doctor/read-key.ts';
import { listen } from '#local/ports.ts';

let close = async (): Promise<void> => {};
afterEach(() => close());

const kmsThat = async (status: number, answer: object): Promise<KMSClient> => {
  const listener = await listen(0);
  ({ close } = listener);
  listener.serve((_request, response) => {
    response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' }).end(JSON.stringify(answer));
  });
  const credentials = { accessKeyId: 'a', secretAccessKey: 'b' };
  return new KMSClient({ endpoint: listener.url, region: 'us-east-1', credentials });
};

test('the state and the policy of a key are read', async () => {
  const policy = '{"Statement":[]}';
  const client = await kmsThat(200, { KeyMetadata: { KeyId: 'key', KeyState: 'Disabled' }, Policy: policy });
  expect(await readKey(client, 'key')).toEqual({ state: 'Disabled', policy });
});

test.each(['AccessDeniedException', 'NotFoundException'])('%s is a reason, not an error', async (name) => {
  const client = await kmsThat(400, { __type: name, message: 'no' });
  expect(await readKey(client, 'key')).toEqual({ unreadable: `${name}: no` });
});
