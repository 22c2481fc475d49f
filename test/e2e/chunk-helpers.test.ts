import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FunctionCall } from '#local/aws-endpoint/on-call.ts';
import { noSpeech, type Service, startService, wav } from '../support/local-service.ts';

/** The smallest accounts have no helpers; this one has four. */
const context = { chunkHelpers: 'on', accountConcurrency: '170' };
const minutes = 4;

describe.skipIf(noSpeech)(`chunks that wait (${noSpeech ?? 'on the local stack'})`, () => {
  const calls: FunctionCall[] = [];
  let service: Service;
  beforeAll(async () => {
    service = await startService({
      context,
      onCall: (call) => void calls.push(call),
    });
  });
  afterAll(() => service.stop());

  test('helpers are called, and take chunks off the queue and recognize them', async () => {
    const silence = new Blob([wav(new Int16Array(minutes * 60 * 16_000))]);
    const job = await service.transcribe(silence, 'audio/wav');
    expect(job).toMatchObject({ status: 'completed', audio_ms: minutes * 60_000 });
    const byHelpers = calls.filter(({ functionName }) => functionName.includes('recognizewaiting'));
    const removed = byHelpers.filter(({ operation }) => operation === 'DeleteMessage');
    expect(removed.length).toBeGreaterThan(0);
  });
});
