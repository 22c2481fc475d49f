import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { expect, onTestFinished, test, vi } from 'vitest';
import { withSecret } from '#lib/platform/aws/secret.ts';

/** A client that returns the result of `read`. */
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
  const read = withSecret(
    clientThat(async () => {
      reads += 1;
      return 'secret';
    }),
    'arn',
    (secret) => secret,
  );
  expect(reads).toBe(0);
  expect(await Promise.all([read(), read()])).toEqual(['secret', 'secret']);
  expect(await read()).toBe('secret');
  expect(reads).toBe(1);
});

test('a secret that could not be read is read again at the next call', async () => {
  let reads = 0;
  const read = withSecret(
    clientThat(async () => {
      reads += 1;
      if (reads === 1) throw new Error('Throttled.');
      return 'secret';
    }),
    'arn',
    (secret) => secret,
  );
  await expect(read()).rejects.toThrow('Throttled.');
  expect(await read()).toBe('secret');
});

test('an empty secret is refused, so that nothing is signed with it', async () => {
  const read = withSecret(
    clientThat(async () => ''),
    'arn',
    (secret) => secret,
  );
  await expect(read()).rejects.toThrow('A secret is empty.');
});

test('a secret that was rotated is in use after five minutes', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  let stored = 'old';
  const read = withSecret(
    clientThat(async () => stored),
    'arn',
    (secret) => `opened with ${secret}`,
  );
  expect(await read()).toBe('opened with old');
  stored = 'new';
  vi.advanceTimersByTime(299_999);
  expect(await read()).toBe('opened with old');
  vi.advanceTimersByTime(1);
  expect(await read()).toBe('opened with new');
});
