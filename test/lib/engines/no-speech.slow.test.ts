import { describe, expect, test } from 'vitest';
import { loadSilero } from '#lib/audio/silero.ts';
import { splitAudio } from '#lib/audio/split.ts';
import { speechModels } from '#lib/engines/models.ts';
import { loadMoonshine } from '#lib/engines/moonshine.ts';
import { recognizeSegments } from '#lib/engines/recognize.ts';
import { soundsWithoutSpeech } from '../../support/sounds.ts';
import { needs, speechDir } from '../../support/speech.ts';
import { plainAsk as ask } from '../../support/plain-ask.ts';

async function* only(pcm: Int16Array): AsyncGenerator<Int16Array> {
  yield pcm;
}

describe.skipIf(needs.runtime !== '')(`sounds without speech${needs.runtime}`, () => {
  test('silence, noise, tones, music, clicks and a street are no words', { timeout: 120_000 }, async () => {
    const [voiceActivity, engine] = await Promise.all([
      loadSilero({ speechDir }),
      loadMoonshine({ speechDir }),
    ]);
    const invented: string[] = [];
    for (const [name, pcm] of soundsWithoutSpeech()) {
      for await (const chunk of splitAudio(only(pcm), {
        vad: voiceActivity,
        lengths: speechModels['moonshine-tiny'].segments,
      }))
        for (const { text } of await recognizeSegments(engine, chunk, ask)) invented.push(`${name}: ${text}`);
    }
    expect(invented).toEqual([]);
    await Promise.all([engine.close(), voiceActivity.close()]);
  });
});
