import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, expect, test } from 'vitest';
import { client, noSpeech, speechDir, tenSeconds } from '../support/local-service.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'earshot-data-'));
let running: ChildProcess | undefined;
afterAll(() => {
  running?.kill('SIGKILL');
  rmSync(dataDir, { recursive: true, force: true });
});

const start = async (): Promise<string> => {
  running = spawn(process.execPath, ['local/start.ts', '--port', '0', '--data-dir', dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, EARSHOT_SPEECH_DIR: speechDir },
  });
  if (!running.stdout) throw new Error('The output is a pipe.');
  for await (const line of createInterface(running.stdout)) {
    const [, url] = /Earshot listens at +(\S+)/.exec(line) ?? [];
    if (url) return url;
  }
  throw new Error('The service did not start.');
};

const killHard = async (): Promise<void> => {
  if (!running) return;
  const gone = once(running, 'exit');
  running.kill('SIGKILL');
  await gone;
};

// Takes two minutes, most of them waiting: so long nobody takes over from a splitter that might still live.
test.skipIf(noSpeech)(
  'after kill -9 the key and finished jobs are there, and unfinished jobs are finished',
  async () => {
    const key = () => JSON.parse(readFileSync(join(dataDir, 'service.json'), 'utf8')).api_key;
    const file = tenSeconds('-f', 'ogg');

    const before = client(await start(), key());
    const done = await before.transcribe(file, 'audio/ogg');
    expect(done.status).toBe('completed');
    const ids = await Promise.all(
      [1, 2, 3].map(async () => {
        const upload_id = await before.upload(file, 'audio/ogg');
        return (await before.call('POST', '/v1/transcriptions', { body: { upload_id } })).body.id;
      }),
    );
    await killHard();

    const after = client(await start(), key());
    const { body } = await after.call('GET', `/v1/transcriptions/${done.id}`);
    expect(body.transcript).toBe(done.transcript);
    for (const id of ids) {
      expect(await after.ended(id)).toMatchObject({ status: 'completed', transcript: done.transcript });
    }
  },
);
