import { afterAll, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { customized, synthesize } from '../support/templates.ts';

const laptopOnly = ['SAFE_FETCH_ALLOW', 'STRIPE_API_URL'];

afterAll(() => vi.unstubAllEnvs());

const Environment = z.object({ Variables: z.record(z.string(), z.unknown()) });

test('no function is deployed with a variable of the laptop, not even by a shell that has it', () => {
  for (const name of laptopOnly) vi.stubEnv(name, '[{"loopback":"http"}]');
  // Different settings, so that the template is not taken from a cache.
  const { resources } = synthesize({ ...customized, logRetentionDays: '3' });
  const names = resources
    .filter(({ Type }) => Type === 'AWS::Lambda::Function')
    .map(({ Properties }) => Environment.safeParse(Properties['Environment']).data?.Variables ?? {})
    .flatMap((variables) => Object.keys(variables));
  expect(names).toContain('TABLE_NAME');
  expect(names.filter((name) => laptopOnly.includes(name))).toEqual([]);
});
