import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sampleRate } from '#lib/speech/audio/pcm.ts';
import { type LoadedModels, loadModels } from '#lib/speech/engines/load-models.ts';
import { offerOf } from '#lib/speech/engines/models.ts';
import { openTranscriber } from '#lib/speech/live/open-transcriber.ts';
import { plainLiveOptions } from '../../../support/plain-live-options.ts';
import { samplesOf } from '../../../support/samples.ts';
import { recording } from '../../../support/speech.ts';
import { needsWhisperBase, runtimeWith } from '../../../support/whisper/runtime-with.ts';

describe.skipIf(needsWhisperBase !== '')(
  `live speech in two languages${needsWhisperBase}`,
  { timeout: 180_000 },
  () => {
    const dir = runtimeWith(['moonshine-tiny', 'whisper-base']);
    let loaded: LoadedModels;
    beforeAll(async () => {
      loaded = await loadModels(offerOf(['moonshine-tiny', 'whisper-base']).models, dir);
    });
    afterAll(() => loaded.close());

    test('each final is written in its language, by the model of that language', async () => {
      const transcriber = openTranscriber({
        ...loaded,
        options: plainLiveOptions,
        committedMs: 0,
      });
      const written: string[] = [];
      for (const file of ['en-platforms.flac', 'es-leopard.flac', 'en-quilter.flac']) {
        const decisions = [
          ...(await transcriber.hear(await samplesOf(recording(file)))),
          ...(await transcriber.hear(new Int16Array(0.8 * sampleRate))),
        ];
        const runs = decisions.flatMap(({ segments }) =>
          segments.map(({ language, model }) => `${language} by ${model}`),
        );
        written.push(...new Set(runs));
      }
      expect(written).toEqual(['en by moonshine-tiny', 'es by whisper-base', 'en by moonshine-tiny']);
    });
  },
);
