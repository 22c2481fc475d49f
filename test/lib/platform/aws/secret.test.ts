import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { expect, test } from 'vitest';
import { secretReader } from '#lib/platform/aws/secret.ts';

/** A client that returns what `read` resolves to. */
const clientThat = (read: () => Promise<string>): SecretsManagerClient => {
  const client = new SecretsManagerClient({ region: 'eu-west-1' });
  client.middlewareStack.add(
    () => async () => ({ output: { $metadata: {}, SecretString: await read() }, response: {} }),
    { step: 'initialize' },
  );
  return client;
};

test('a secret is read once, on first use, by any number of concurrent callers', async () => {
  let reads = 0;
  const read = secretReader(
    clientThat(async () => {
      reads += 1;
      return 'secret';
    }),
    'arn',
  );
  expect(reads).toBe(0);
  expect(await Promise.all([read(), read()])).toEqual(['secret', 'secret']);
  expect(await read()).toBe('secret');
  expect(reads).toBe(1);
});

test('a secret that could not be read is read again at the next call', async () => {
  let reads = 0;
  const read = secretReader(
    clientThat(async () => {
      reads += 1;
      if (reads === 1) throw new Error('Throttled.');
      return 'secret';
    }),
    'arn',
  );
  await expect(read()).rejects.toThrow('Throttled.');
  expect(await read()).toBe('secret');
});
