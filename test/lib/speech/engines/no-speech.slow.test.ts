import { describe, expect, test } from 'vitest';
import { splitAudio } from '#lib/speech/audio/split.ts';
import { loadRecognizer } from '#lib/speech/engines/load-recognizer.ts';
import { speechModels } from '#lib/speech/engines/models.ts';
import { inBlocks } from '../../../support/audio.ts';
import { soundsWithoutSpeech } from '../../../support/sounds.ts';
import { needs, speechDir } from '../../../support/speech.ts';
import { plainAsk as ask } from '../../../support/plain-ask.ts';

const model = speechModels['moonshine-tiny'];

describe.skipIf(needs.runtime !== '')(`sounds without speech${needs.runtime}`, () => {
  test(
    'silence, noise, tones, music, clicks and street noise give no words',
    { timeout: 120_000 },
    async () => {
      const recognizer = await loadRecognizer([model], speechDir);
      const invented: string[] = [];
      for (const [name, pcm] of soundsWithoutSpeech()) {
        for await (const chunk of splitAudio(inBlocks(pcm), model.chunks))
          for (const { text } of (await recognizer.recognize(chunk, ask)).segments)
            invented.push(`${name}: ${text}`);
      }
      expect(invented).toEqual([]);
      await recognizer.close();
    },
  );
});
