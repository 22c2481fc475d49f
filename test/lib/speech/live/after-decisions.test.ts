import { expect, test } from 'vitest';
import type { RecognizeOptions } from '#lib/speech/engines/engine.ts';
import { speechModels } from '#lib/speech/engines/models.ts';
import { openTranscriber } from '#lib/speech/live/open-transcriber.ts';
import { anySound, soundAndSilence } from '../../../support/audio.ts';
import { plainLiveOptions } from '../../../support/plain-live-options.ts';
import { scriptedEngine } from '../../../support/scripted-engine.ts';
import { spoken } from '../../../support/recognize-all.ts';

/** A transcriber whose texts tell the length of the audio. `asked` contains the options of all passes. */
const aTranscriber = (silenceMs: number | null) => {
  const asked: RecognizeOptions[] = [];
  const engine = scriptedEngine((pcm, options) => {
    asked.push(options);
    const seconds = pcm.length / 16_000;
    return spoken(`heard ${Math.round(10 * seconds)} tenths`, seconds);
  });
  const transcriber = openTranscriber({
    voiceActivity: anySound,
    models: [{ model: speechModels['moonshine-tiny'], engine }],
    options: { ...plainLiveOptions, silenceMs },
    committedMs: 0,
  });
  return { transcriber, asked };
};

test('a final is heard in the language of the last text, also after a long silence was decided', async () => {
  const { transcriber, asked } = aTranscriber(500);
  await transcriber.hear(soundAndSilence(1_920, 960));
  const [decided] = await transcriber.hear(soundAndSilence(0, 11_000));
  expect(decided).toMatchObject({ reason: 'silence', segments: [] });
  asked.length = 0;
  await transcriber.hear(soundAndSilence(1_920, 960));
  expect(asked.map(({ languageBefore }) => languageBefore)).toEqual(['en']);
});

test('a draft hears nothing of the final before it, however soon the speech goes on', async () => {
  const { transcriber } = aTranscriber(null);
  await transcriber.hear(soundAndSilence(1_920));
  await transcriber.flush('finalize');
  await transcriber.hear(soundAndSilence(960));
  expect((await transcriber.partial())?.text).toBe('heard 10 tenths');
});
