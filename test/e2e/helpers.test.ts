import { openAsBlob } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FunctionCall } from '#local/aws-endpoint/on-call.ts';
import { noSpeech, sample, type Service, startService } from '../support/local-service.ts';
import { makeAudio } from '../support/speech.ts';
import { testFolder } from '../support/test-folder.ts';

/** The smallest accounts have no helpers. This account has some of both kinds. */
const context = { helpers: 'on', accountConcurrency: '174' };
/** About ten chunks. When the fifth chunk calls helpers, others still wait. */
const seconds = 330;
/** More parts than there are ready workers. Silence is recognized quickly. */
const partMinutes = 44;
/** A first helper may start too late, when all messages are taken. It is then ready for the next job. */
const maxJobs = 3;

describe.skipIf(noSpeech)(`messages that wait (${noSpeech ?? 'on the local stack'})`, () => {
  const folder = testFolder();
  const calls: FunctionCall[] = [];
  const failures: string[] = [];
  let service: Service;
  beforeAll(async () => {
    service = await startService({
      context,
      onCall: (call) => void calls.push(call),
      log: (line) => void failures.push(line),
    });
  });
  afterAll(async () => {
    await service.stop();
  });

  const removedBy = (helpers: string): number =>
    calls.filter(
      ({ functionName, operation }) => functionName.includes(helpers) && operation === 'DeleteMessage',
    ).length;

  test('helpers are called, and take chunks off the queue and recognize them', async () => {
    const speech = ['-stream_loop', '-1', '-i', sample, '-t', String(seconds), '-ac', '1', '-ar', '16000'];
    const file = await openAsBlob(makeAudio(join(folder, 'speech.wav'), ...speech));
    for (let jobs = 0; jobs < maxJobs && removedBy('recognizewaiting') === 0; jobs += 1) {
      const job = await service.transcribe(file, 'audio/wav');
      expect(job).toMatchObject({ status: 'completed', audio_ms: seconds * 1_000 });
    }
    expect(removedBy('recognizewaiting')).toBeGreaterThan(0);
    // A helper fails if another process of it does not start.
    expect(failures).toEqual([]);
  });

  test('helpers are called for parts, take them off the queue and cut them', async () => {
    const long = ['-i', sample, '-af', `apad=whole_dur=${60 * partMinutes}`, '-ac', '1', '-ar', '8000'];
    const file = await openAsBlob(makeAudio(join(folder, 'long.wav'), ...long));
    for (let jobs = 0; jobs < maxJobs && removedBy('splitwaiting') === 0; jobs += 1) {
      const job = await service.transcribe(file, 'audio/wav');
      expect(job).toMatchObject({ status: 'completed', audio_ms: partMinutes * 60_000 });
    }
    expect(removedBy('splitwaiting')).toBeGreaterThan(0);
  });
});
