import { existsSync, rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { weightsFolder } from '#cdk/speech-runtime/weights/folder.ts';
import { sampleRate } from '#lib/speech/audio/pcm.ts';
import { type LoadedModels, loadModels } from '#lib/speech/engines/load-models.ts';
import { offerOf } from '#lib/speech/engines/models.ts';
import { openTranscriber } from '#lib/speech/live/open-transcriber.ts';
import { samplesOf } from '../../../support/samples.ts';
import { needs, recording } from '../../../support/speech.ts';
import { runtimeWith } from '../../../support/whisper/runtime-with.ts';

const missing =
  needs.recordings ||
  (existsSync(weightsFolder('whisper-base'))
    ? ''
    : ' (skipped: build it with npm run models -- whisper-base)');

describe.skipIf(missing !== '')(`live speech in two languages${missing}`, { timeout: 180_000 }, () => {
  let dir: string;
  let loaded: LoadedModels;
  beforeAll(async () => {
    dir = runtimeWith(['moonshine-tiny', 'whisper-base']);
    loaded = await loadModels(offerOf(['moonshine-tiny', 'whisper-base']).models, dir);
  });
  afterAll(async () => {
    await loaded.close();
    rmSync(dir, { recursive: true });
  });

  test('each final is written in its language, by the model of that language', async () => {
    const transcriber = openTranscriber({
      ...loaded,
      options: {
        ...{ silenceMs: 500, languageHints: [], vocabulary: [], context: null, model: 'auto', words: false },
      },
      committedMs: 0,
      signal: new AbortController().signal,
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
});
