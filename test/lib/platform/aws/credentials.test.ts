import { afterEach, expect, test, vi } from 'vitest';
import { defaultProvider } from '#lib/platform/aws/credentials.ts';

afterEach(() => vi.unstubAllEnvs());

test('a function has the credentials that Lambda puts into its variables', async () => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'ASIA');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
  vi.stubEnv('AWS_SESSION_TOKEN', 'token');
  expect(await defaultProvider()()).toEqual({
    accessKeyId: 'ASIA',
    secretAccessKey: 'secret',
    sessionToken: 'token',
  });
});

test('an empty session token counts as none', async () => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIA');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
  vi.stubEnv('AWS_SESSION_TOKEN', '');
  expect(await defaultProvider()()).toEqual({ accessKeyId: 'AKIA', secretAccessKey: 'secret' });
});

test('a function without credentials does not look for others', async () => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', undefined);
  await expect(defaultProvider()()).rejects.toThrow('AWS_ACCESS_KEY_ID');
});
