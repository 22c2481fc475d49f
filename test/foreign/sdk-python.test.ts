import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Origin, startOrigin } from '../support/https-origin.ts';
import { noSpeech, type Service, startService, tenSeconds } from '../support/local-service.ts';
import { installPackage, noPython, runPython } from './python.ts';
import { testFolder } from '../support/test-folder.ts';

const missing = noSpeech ?? noPython;
const source = join(import.meta.dirname, '../../sdk/python');

describe.skipIf(missing)(`the client for Python (${missing ?? 'on the local stack'})`, () => {
  const installed = testFolder();
  let receiver: Origin;
  let service: Service;
  beforeAll(async () => {
    installPackage(source, installed);
    writeFileSync(join(installed, 'call.mp3'), await tenSeconds('-f', 'mp3').bytes());
    const samples = tenSeconds('-f', 's16le', '-ar', '16000', '-ac', '1');
    writeFileSync(join(installed, 'call.pcm'), await samples.bytes());
    receiver = await startOrigin();
    service = await startService({ origins: [receiver] });
  });
  afterAll(async () => {
    receiver.stop();
    await service.stop();
  });

  test('the package that pip installs passes its own tests, and the examples of its README run against the service', async () => {
    const env = {
      EARSHOT_BASE_URL: service.stack.baseUrl,
      EARSHOT_API_KEY: service.key,
      EARSHOT_WEBHOOK_URL: receiver.url('/'),
      EARSHOT_EXAMPLES: installed,
    };
    const args = ['-m', 'pytest', '-q', '-p', 'no:cacheprovider'];
    const printed = await runPython(args, { cwd: source, paths: [installed], env });
    expect(printed).toMatch(/ passed/);
    expect(printed).not.toMatch(/skipped|failed/);
  });

  test('programs compile against the types for Python in strict mode, and one that names a wrong option does not', async () => {
    const args = ['-m', 'mypy', '--cache-dir', join(installed, '.mypy_cache'), 'src', 'tests'];
    expect(await runPython(args, { cwd: source })).toMatch(/^Success/);
  });
});
