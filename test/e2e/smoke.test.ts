import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runScript } from '#local/project-script.ts';
import { noSpeech, type Service, startService } from '../support/local-service.ts';

describe.skipIf(noSpeech)(`npm run smoke${noSpeech ? ` (${noSpeech})` : ''}`, () => {
  let service: Service;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());

  const smoke = (...args: string[]) => runScript('local/smoke.ts', args, {});

  test('a deployment that works passes every step, with its time, and keeps nothing of the check', async () => {
    const printed = await smoke('--base-url', service.stack.baseUrl, '--api-key', service.key);
    const steps = printed.matchAll(/^(\w+) +\d+\.\d\d s$/gm).map(([, name]) => name);
    expect(steps.toArray()).toEqual(['grant', 'upload', 'create', 'text', 'captions', 'delete']);
    expect(printed).toContain('It was the best of times');
  });

  test('the first step that fails is named with the answer of the service', async () => {
    const refused = smoke('--base-url', service.stack.baseUrl, '--api-key', `${service.key}x`);
    await expect(refused).rejects.toThrow(/grant .* failed: 401 unauthenticated: .* \(\S+\)/);
  });

  test('a check of no deployment says how to name one', async () => {
    await expect(smoke()).rejects.toThrow('--base-url');
  });
});
