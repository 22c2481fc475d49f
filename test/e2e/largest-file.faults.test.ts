import { execFileSync } from 'node:child_process';
import { closeSync, createReadStream, ftruncateSync, openAsBlob, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Origin, startOrigin } from '../support/https-origin.ts';
import { noSpeech, sample, type Service, startService } from '../support/local-service.ts';
import { testFolder } from '../support/test-folder.ts';

const largest = 500_000_000;
const headerBytes = 44;
/** 32-bit stereo at 192 kHz, so that a large file is only a few minutes long. */
const rate = 192_000;
const frameBytes = 8;
const audioMs = Math.round(((largest - headerBytes - 4) / frameBytes / rate) * 1000);
const maxMs = 10 * 60_000;

/** Silence with ten seconds of speech at the end. */
const makeLargest = (file: string): void => {
  const output = ['-ar', String(rate), '-ac', '2', '-f', 's32le', '-'];
  const speech = execFileSync('ffmpeg', ['-v', 'error', '-i', sample, '-t', '10.5', ...output], {
    maxBuffer: largest,
  });
  const header = Buffer.alloc(headerBytes);
  header.write('RIFF', 0);
  header.writeUInt32LE(largest - 8, 4);
  header.write('WAVEfmt \x10\0\0\0\x01\0\x02\0', 8, 'latin1');
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(rate * frameBytes, 28);
  header.writeUInt16LE(frameBytes, 32);
  header.writeUInt16LE(32, 34);
  header.write('data', 36);
  // The last four bytes are not a complete frame.
  header.writeUInt32LE(largest - headerBytes, 40);
  const handle = openSync(file, 'w');
  ftruncateSync(handle, largest);
  writeSync(handle, header, 0, headerBytes, 0);
  writeSync(handle, speech, 0, speech.length, largest - 4 - speech.length);
  closeSync(handle);
};

describe.skipIf(noSpeech)(`the largest file (${noSpeech ?? 'on the local stack'})`, () => {
  const folder = testFolder();
  const file = join(folder, 'largest.wav');
  let origin: Origin;
  let service: Service;
  beforeAll(async () => {
    makeLargest(file);
    origin = await startOrigin();
    service = await startService({ origins: [origin] });
  });
  afterAll(async () => {
    await service.stop();
    origin.stop();
  });

  const isTranscribed = expect.objectContaining({
    status: 'completed',
    audio_ms: audioMs,
    transcript: expect.stringMatching(/best of times.*worst of times.*wisdom.*foolishness/i),
    billing: expect.objectContaining({ status: 'charged', billed_ms: audioMs }),
  });

  test(
    'an upload of 500 MB is transcribed to its end within the memory of the functions',
    async () => {
      const body = { content_type: 'audio/wav', size_bytes: largest };
      const { body: grant } = await service.call('POST', '/v1/transcription-uploads', { body });
      expect((await service.post(grant, await openAsBlob(file))).status).toBe(201);
      const { body: job } = await service.call('POST', '/v1/transcriptions', {
        body: { upload_id: grant.id },
      });
      expect(await service.ended(job.id, maxMs)).toEqual(isTranscribed);
    },
    maxMs,
  );

  test(
    'a file of 500 MB is fetched from a URL and transcribed to its end',
    async () => {
      const audio_url = origin.on('/largest.wav', (_, response) => createReadStream(file).pipe(response));
      const { body: job } = await service.call('POST', '/v1/transcriptions', { body: { audio_url } });
      expect(await service.ended(job.id, maxMs)).toEqual(isTranscribed);
    },
    maxMs,
  );
});
