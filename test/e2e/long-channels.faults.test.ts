import { execFileSync } from 'node:child_process';
import { openAsBlob } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noSpeech, sample, type Service, startService } from '../support/local-service.ts';
import { testFolder } from '../support/test-folder.ts';

type Segment = {
  readonly channel: number;
  readonly start_ms: number;
  readonly end_ms: number;
  readonly text: string;
};

/** EARSHOT_LONG_MINUTES=300 tests the longest audio. */
const minutes = Number(process.env['EARSHOT_LONG_MINUTES'] ?? 4);
const minuteMs = 60_000;
const maxMs = (5 + minutes) * minuteMs;
const speechSeconds = 10;
/** The number of sentences on each channel, and the delay of the second channel. */
const rounds = 4;
const lagMs = 20_000;
const roundMs = (minutes * minuteMs) / rounds;

/** Two silent channels with a sentence now and then, on one channel at a time. */
const conversation = (folder: string): Promise<Blob> => {
  const round = join(folder, 'round.flac');
  const file = join(folder, 'all.flac');
  const ffmpeg = (...args: string[]) => execFileSync('ffmpeg', ['-v', 'error', '-y', ...args]);
  const filter = `apad=whole_dur=${roundMs}ms,pan=2c|c0=c0|c1=c0,adelay=0|${lagMs}`;
  const seconds = String(roundMs / 1_000);
  ffmpeg('-t', String(speechSeconds), '-i', sample, '-ar', '16000', '-af', filter, '-t', seconds, round);
  ffmpeg('-stream_loop', String(rounds - 1), '-i', round, file);
  return openAsBlob(file);
};

describe.skipIf(noSpeech)(`${minutes} minutes of two channels (${noSpeech ?? 'on the local stack'})`, () => {
  const folder = testFolder();
  let service: Service;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(async () => {
    await service.stop();
  });

  test('each channel has what was spoken on it, when it was spoken', { timeout: maxMs }, async () => {
    const upload_id = await service.upload(await conversation(folder), 'audio/flac');
    const request = { upload_id, multichannel: true };
    const { body: queued } = await service.call('POST', '/v1/transcriptions', { body: request });
    const job = await service.ended(queued.id, maxMs);
    expect(job).toMatchObject({ status: 'completed', channels: 2, audio_ms: minutes * minuteMs });
    expect(job.billing).toMatchObject({ status: 'charged', channels: 2, billed_ms: 2 * minutes * minuteMs });
    const segments: readonly Segment[] = job.segments;
    for (const channel of [0, 1])
      for (let round = 0; round < rounds; round += 1) {
        const startMs = round * roundMs + channel * lagMs;
        const spoken = segments.filter(
          (one) => one.channel === channel && one.start_ms >= startMs && one.start_ms < startMs + roundMs,
        );
        expect(spoken[0]?.text).toMatch(/best of times/i);
        expect(spoken.at(-1)?.end_ms).toBeLessThan(startMs + 1_000 * speechSeconds + 500);
      }
    const seconds = (Date.parse(job.completed_at) - Date.parse(job.created_at)) / 1_000;
    console.log(`${minutes} minutes of two channels took ${seconds} s`);
  });
});
