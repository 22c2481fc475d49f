import { mkdtempSync, openAsBlob, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FunctionCall } from '#local/aws-endpoint/on-call.ts';
import { noSpeech, sample, type Service, startService } from '../support/local-service.ts';
import { makeAudio } from '../support/speech.ts';

/** The smallest accounts have no helpers; this one has four, and as many pollers. */
const context = { chunkHelpers: 'on', accountConcurrency: '170' };
/** Some ten chunks: when the fifth calls helpers, others still wait. */
const seconds = 330;
/** A first helper may have loaded its model only when all chunks are taken. For the next job it is ready. */
const maxJobs = 3;

describe.skipIf(noSpeech)(`chunks that wait (${noSpeech ?? 'on the local stack'})`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'earshot-helpers-'));
  const calls: FunctionCall[] = [];
  let service: Service;
  beforeAll(async () => {
    service = await startService({
      context,
      onCall: (call) => void calls.push(call),
    });
  });
  afterAll(async () => {
    await service.stop();
    rmSync(folder, { recursive: true });
  });

  const removedByHelpers = (): number =>
    calls.filter(
      ({ functionName, operation }) =>
        functionName.includes('recognizewaiting') && operation === 'DeleteMessage',
    ).length;

  test('helpers are called, and take chunks off the queue and recognize them', async () => {
    const speech = ['-stream_loop', '-1', '-i', sample, '-t', String(seconds), '-ac', '1', '-ar', '16000'];
    const file = await openAsBlob(makeAudio(join(folder, 'speech.wav'), ...speech));
    for (let jobs = 0; jobs < maxJobs && removedByHelpers() === 0; jobs += 1) {
      const job = await service.transcribe(file, 'audio/wav');
      expect(job).toMatchObject({ status: 'completed', audio_ms: seconds * 1_000 });
    }
    expect(removedByHelpers()).toBeGreaterThan(0);
  });
});
