import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newKeys, noSpeech, type Service, startService } from '../support/local-service.ts';
import { noPython, runPython } from './python.ts';

const missing = noSpeech ?? noPython;
const keyCount = 60;
const maxSeconds = 45;

/** Checks that report correct responses as failures. */
const excluded = {
  positive_data_acceptance: 'No schema can say what a cursor, a public host or an unused Idempotency-Key is.',
  use_after_free: 'A session that was ended, and a job that was canceled or erased, can be read afterwards.',
};

describe.skipIf(missing)(`Schemathesis (${missing ?? 'on the local stack'})`, () => {
  let service: Service;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());

  const run = async (phases: string): Promise<string> => {
    const keys = await newKeys(service.stack, keyCount, service.projectId);
    return runPython(
      [
        ...['-m', 'schemathesis.cli', '--config-file', 'schemathesis.toml', 'run'],
        `${service.stack.baseUrl}/v1/openapi.json`,
        ...['--checks', 'all', '--exclude-checks', Object.keys(excluded).join()],
        ...['--phases', phases, '--max-examples', '10', '--seed', '7', '--no-color'],
        ...['--max-time', String(maxSeconds), '--exclude-path', '/v1/openapi.json'],
      ],
      {
        env: {
          EARSHOT_API_KEYS: keys.join(' '),
          SCHEMATHESIS_HOOKS: join(import.meta.dirname, 'schemathesis_hooks.py'),
        },
      },
    );
  };

  test('requests from the API document, by themselves and along its links, find no answer that contradicts it', async () => {
    // Both run concurrently, because the first one alone would use up the time of both.
    const [alone, linked] = await Promise.all([run('examples,coverage'), run('stateful')]);
    for (const printed of [alone, linked]) expect(printed).toMatch(/ (\d{2,}) generated, \1 passed/);
    expect(linked).toMatch(/API Links: +[1-9]\d* covered/);
  });
});
