import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sampleRate, toMs } from '#lib/speech/audio/pcm.ts';
import { loadRecognizer, type Recognizer } from '#lib/speech/engines/load-recognizer.ts';
import { offerOf } from '#lib/speech/engines/models.ts';
import { plainAsk as ask } from '../../../support/plain-ask.ts';
import { samplesOf } from '../../../support/samples.ts';
import { recording } from '../../../support/speech.ts';
import { needsWhisperBase, runtimeWith } from '../../../support/whisper/runtime-with.ts';

describe.skipIf(needsWhisperBase !== '')(
  `two models in one deployment${needsWhisperBase}`,
  { timeout: 120_000 },
  () => {
    const { models } = offerOf(['moonshine-tiny', 'whisper-base']);
    const dir = runtimeWith(['moonshine-tiny', 'whisper-base']);
    let recognizer: Recognizer;
    beforeAll(async () => {
      recognizer = await loadRecognizer(models, dir);
    });
    afterAll(() => recognizer.close());

    /** English, Spanish and English again, with 0.8 s of silence between them, as one chunk. */
    const mixed = async () => {
      const parts: Int16Array[] = [];
      for (const file of ['en-platforms.flac', 'es-leopard.flac', 'en-quilter.flac'])
        parts.push(await samplesOf(recording(file)), new Int16Array(0.8 * sampleRate));
      const pcm = Int16Array.from(parts.flatMap((part) => Array.from(part)));
      return { index: 0, channel: null, startMs: 0, endMs: toMs(pcm.length), leadMs: 0, pcm };
    };
    const spoken = async (changes: Partial<typeof ask>) => {
      const { segments } = await recognizer.recognize(await mixed(), { ...ask, ...changes });
      const runs = segments.map(({ language, model }) => `${language} by ${model}`);
      return runs.filter((run, i) => run !== runs[i - 1]);
    };

    test('each stretch of speech is written in its language, by the model of that language', async () => {
      expect(await spoken({})).toEqual([
        'en by moonshine-tiny',
        'es by whisper-base',
        'en by moonshine-tiny',
      ]);
    });

    test('a model that the job names gets all of it', async () => {
      const runs = await spoken({ model: 'whisper-base' });
      expect(runs).toEqual(['en by whisper-base', 'es by whisper-base', 'en by whisper-base']);
    });
  },
);
