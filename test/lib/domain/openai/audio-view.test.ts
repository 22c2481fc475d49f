import { expect, test } from 'vitest';
import { viewVerbose } from '#lib/domain/openai/audio-view.ts';
import { aResult, aSegment } from '../../../support/result.ts';
import { aTranscription } from '../../../support/transcription.ts';

const spanish = aTranscription({ status: 'completed', audioMs: 61_240, detectedLanguage: 'es' });
const granularities = ['segment'] as const;

test('verbose_json names the language that is spoken, and English for a translation', () => {
  const languageOf = (task: 'transcribe' | 'translate', job = spanish) =>
    viewVerbose(job, aResult([]), { task, granularities }).language;
  expect([languageOf('transcribe'), languageOf('translate')]).toEqual(['spanish', 'english']);
  expect(languageOf('transcribe', { ...spanish, detectedLanguage: null })).toBe('unknown');
});

test('a segment has the measures by which users of Whisper sort out bad text', () => {
  const result = aResult([
    aSegment([1_230, 4_000], 'hola, ¿qué tal?', { confidence: Math.exp(-0.25) }),
    aSegment([4_000, 9_000], 'no '.repeat(60), { confidence: 0 }),
  ]);
  const { segments } = viewVerbose(spanish, result, { task: 'transcribe', granularities });
  const [sure, unsure] = segments ?? [];
  expect(sure).toMatchObject({
    seek: 123,
    start: 1.23,
    end: 4,
    tokens: [],
    temperature: 0,
    no_speech_prob: 0,
  });
  expect(sure?.avg_logprob).toBeCloseTo(-0.25);
  expect(unsure?.avg_logprob).toBeLessThan(-1);
  // 2.4 is the threshold of Whisper's programs for text that repeats itself.
  expect([(sure?.compression_ratio ?? 9) < 2.4, (unsure?.compression_ratio ?? 0) > 2.4]).toEqual([
    true,
    true,
  ]);
});
