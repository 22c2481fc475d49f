import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { runScript } from '#local/project-script.ts';
import { testFolder } from '../support/test-folder.ts';

const dir = testFolder();
afterEach(() => vi.unstubAllEnvs());

test("a script of the laptop has none of the user's own AWS settings, so that it reaches no account", async () => {
  vi.stubEnv('AWS_PROFILE', 'production');
  vi.stubEnv('AWS_SESSION_TOKEN', 'a real one');
  vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', 'https://elsewhere.example');
  vi.stubEnv('HOME', '/home/somebody');
  const script = join(dir, 'print-environment.mjs');
  writeFileSync(script, 'console.log(JSON.stringify(process.env))');
  const environment: object = JSON.parse(await runScript(script, [], { AWS_REGION: 'us-east-1' }));
  expect(Object.keys(environment).filter((name) => name.startsWith('AWS_'))).toEqual(['AWS_REGION']);
  expect(environment).toMatchObject({ AWS_REGION: 'us-east-1', HOME: '/home/somebody' });
});
