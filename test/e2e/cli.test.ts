import { execFile } from 'node:child_process';
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noSpeech, type Service, startService, tenSeconds } from '../support/local-service.ts';

const main = join(import.meta.dirname, '../../sdk/typescript/cli/main.ts');
const recordings = join(import.meta.dirname, '../recordings');

describe.skipIf(noSpeech)(`the command earshot (${noSpeech ?? 'on the local stack'})`, () => {
  let service: Service;
  let folder: string;
  beforeAll(async () => {
    service = await startService();
    folder = mkdtempSync(join(tmpdir(), 'earshot-cli-'));
    for (const name of ['en-fleurs-000.ogg', 'en-austen-0870.flac'])
      copyFileSync(join(recordings, name), join(folder, name));
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true });
    await service.stop();
  });

  const earshot = async (...args: string[]) => {
    const env = { ...process.env, EARSHOT_BASE_URL: service.stack.baseUrl, EARSHOT_API_KEY: service.key };
    return promisify(execFile)(process.execPath, [main, ...args], { env, timeout: 200_000 });
  };

  test('a folder is transcribed into captions, and the same command again names them and does nothing more', async () => {
    const first = await earshot('transcribe', folder, '--srt', '--json', '--language', 'en');
    expect(first.stderr.trim().split('\n')).toHaveLength(4);
    expect(readFileSync(join(folder, 'en-fleurs-000.srt'), 'utf8')).toMatch(/^1\n00:00:/);
    expect(
      JSON.parse(readFileSync(join(folder, 'en-austen-0870.json'), 'utf8')).transcript.length,
    ).toBeGreaterThan(20);
    expect(readdirSync(folder)).toHaveLength(7);
    const again = await earshot('transcribe', folder, '--srt', '--json', '--language', 'en');
    expect(again.stdout).toBe('');
    expect(again.stderr.trim().split('\n').toSorted()).toEqual([
      expect.stringContaining('en-austen-0870.srt exists'),
      expect.stringContaining('en-fleurs-000.srt exists'),
    ]);
    expect((await earshot('jobs', '--status', 'completed')).stdout.trim().split('\n')).toHaveLength(2);
  });

  test('a recording is transcribed while it is spoken', async () => {
    const beginning = join(folder, 'beginning.wav');
    writeFileSync(beginning, await tenSeconds('-f', 'wav').bytes());
    const { stdout } = await earshot('live', beginning, '--language', 'en');
    expect(stdout).toMatch(/best of times[\s\S]*worst of times/i);
  });

  test('a wrong key is said in one line, with code 1', async () => {
    const env = { ...process.env, EARSHOT_BASE_URL: service.stack.baseUrl, EARSHOT_API_KEY: 'es_live_wrong' };
    const failure = promisify(execFile)(process.execPath, [main, 'jobs'], { env });
    await expect(failure).rejects.toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^[^\n]+\n$/),
    });
  });
});
