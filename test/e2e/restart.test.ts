import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { client, noSpeech, tenSeconds } from '../support/local-service.ts';
import { serviceProcess } from '../support/service-process.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'earshot-data-'));
const service = serviceProcess(dataDir);
afterAll(async () => {
  await service.killHard();
  rmSync(dataDir, { recursive: true, force: true });
});

// Takes two minutes, most of them waiting: so long nobody takes over from a splitter that might still live.
test.skipIf(noSpeech)(
  'after kill -9 the key and finished jobs are there, and unfinished jobs are finished',
  async () => {
    const key = () => JSON.parse(readFileSync(join(dataDir, 'service.json'), 'utf8')).api_key;
    const file = tenSeconds('-f', 'ogg');

    const before = client(await service.start(), key());
    const done = await before.transcribe(file, 'audio/ogg');
    expect(done.status).toBe('completed');
    const ids = await Promise.all(
      [1, 2, 3].map(async () => {
        const upload_id = await before.upload(file, 'audio/ogg');
        return (await before.call('POST', '/v1/transcriptions', { body: { upload_id } })).body.id;
      }),
    );
    await service.killHard();

    const after = client(await service.start(), key());
    const { body } = await after.call('GET', `/v1/transcriptions/${done.id}`);
    expect(body.transcript).toBe(done.transcript);
    for (const id of ids) {
      expect(await after.ended(id)).toMatchObject({ status: 'completed', transcript: done.transcript });
    }
  },
);
