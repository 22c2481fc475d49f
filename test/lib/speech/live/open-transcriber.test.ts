import { describe, expect, test } from 'vitest';
import { toSamples } from '#lib/speech/audio/pcm.ts';
import type { RecognizeOptions, SpeechEngine } from '#lib/speech/engines/engine.ts';
import { speechModels } from '#lib/speech/engines/models.ts';
import type { LiveDecision, LiveOptions, LiveStart } from '#lib/speech/live/live-transcriber.ts';
import { openTranscriber } from '#lib/speech/live/open-transcriber.ts';
import { anySound, soundAndSilence } from '../../../support/audio.ts';
import { plainLiveOptions } from '../../../support/plain-live-options.ts';
import { recognition, scriptedEngine } from '../../../support/scripted-engine.ts';
import { fillingWord, spoken } from '../../../support/recognize-all.ts';

/** A transcriber with this engine. */
const open = (engine: SpeechEngine, changes: Partial<LiveStart> = {}) =>
  openTranscriber({
    voiceActivity: anySound,
    models: [{ model: speechModels['moonshine-tiny'], engine }],
    options: plainLiveOptions,
    committedMs: 0,
    ...changes,
  });

/** A transcriber whose texts tell the length of the audio. `asked` contains the options of all passes, for finals and for drafts. */
const aTranscriber = (changes: Partial<LiveOptions> = {}) => {
  const asked: RecognizeOptions[] = [];
  const engine = scriptedEngine((pcm, options) => {
    asked.push(options);
    const seconds = pcm.length / 16_000;
    return spoken(`heard ${Math.round(10 * seconds)} tenths`, seconds);
  });
  const transcriber = open(engine, { options: { ...plainLiveOptions, ...changes } });
  const passes = () => {
    const drafts = asked.filter(({ isDraft }) => isDraft).length;
    return { finals: asked.length - drafts, drafts };
  };
  return { transcriber, asked, passes };
};
const summaryOf = (decisions: readonly LiveDecision[]) =>
  decisions.map(({ throughMs, reason, segments }) => ({
    throughMs,
    reason,
    texts: segments.map(({ startMs, endMs, text }) => [startMs, endMs, text]),
  }));

describe('a final', () => {
  test('a final comes after the silence that was asked for, with 0.2 s before it and after it', async () => {
    const { transcriber } = aTranscriber();
    const decisions = await transcriber.hear(soundAndSilence(0, 960, 1_920, 960));
    expect(summaryOf(decisions)).toEqual([
      { throughMs: 3_160, reason: 'silence', texts: [[960, 2_880, 'heard 23 tenths']] },
    ]);
    expect(decisions[0]).toMatchObject({ speechMs: 1_920, unrecognizedMs: 0, foreignMs: 0 });
  });

  test('a final names its model, and has words only if they are wanted', async () => {
    for (const words of [true, false]) {
      const { transcriber } = aTranscriber({ words });
      const [decision] = await transcriber.hear(soundAndSilence(1_920, 960));
      const [final] = decision?.segments ?? [];
      expect(final).toMatchObject({ model: 'moonshine-tiny', language: 'en' });
      const expected = words ? ['heard', '21', fillingWord, 'tenths'] : [];
      expect(final?.words.map(({ text }) => text)).toEqual(expected);
    }
  });

  test('a final is heard as if speech went on in the language before, and so are drafts', async () => {
    const { transcriber, asked } = aTranscriber();
    await transcriber.hear(soundAndSilence(1_920, 960));
    expect(new Set(asked.map(({ languageBefore }) => languageBefore))).toEqual(new Set([null]));
    asked.length = 0;
    await transcriber.hear(soundAndSilence(1_920));
    await transcriber.partial();
    await transcriber.hear(soundAndSilence(0, 960));
    expect(asked.map(({ isDraft, languageBefore }) => [isDraft ?? false, languageBefore])).toEqual([
      [true, 'en'],
      [false, 'en'],
    ]);
  });

  test('a final comes at once when it is asked for', async () => {
    const { transcriber } = aTranscriber({ silenceMs: null });
    expect(await transcriber.hear(soundAndSilence(960, 2_000, 1_000))).toEqual([]);
    expect(summaryOf(await transcriber.flush('finalize'))).toEqual([
      {
        throughMs: 3_960,
        reason: 'finalize',
        texts: [
          [0, 960, 'heard 12 tenths'],
          [2_944, 3_960, 'heard 12 tenths'],
        ],
      },
    ]);
    expect(await transcriber.flush('finish')).toEqual([]);
  });

  test('a final ends all audio, to the last 10 ms', async () => {
    const { transcriber } = aTranscriber();
    await transcriber.hear(soundAndSilence(1_009));
    const decisions = await transcriber.flush('finish');
    expect(summaryOf(decisions)).toEqual([
      { throughMs: 1_000, reason: 'finish', texts: [[0, 1_000, 'heard 10 tenths']] },
    ]);
  });

  test('a final that is asked for at once has the speech just after the last one', async () => {
    const { transcriber } = aTranscriber();
    const [first] = await transcriber.hear(soundAndSilence(1_920, 480, 140));
    expect(first).toMatchObject({ throughMs: 2_200, reason: 'silence' });
    const [last] = await transcriber.flush('finalize');
    expect(last?.segments).toMatchObject([{ endMs: 2_540 }]);
  });

  test('a final is cut from speech of more than ten seconds', async () => {
    const { transcriber } = aTranscriber();
    const decisions = await transcriber.hear(soundAndSilence(7_008, 160, 8_000, 1_000));
    expect(decisions.map(({ reason }) => reason)).toEqual(['length', 'silence']);
    const [cut, rest] = decisions;
    expect(cut?.throughMs).toBe(7_070);
    expect(rest?.segments[0]).toMatchObject({ startMs: 7_166, endMs: 15_198 });
  });

  test('a final is asked with hints, vocabulary and context', async () => {
    const wanted = { languageHints: ['en'], vocabulary: ['Earshot'], context: 'A demo.' };
    const { transcriber, asked } = aTranscriber(wanted);
    await transcriber.hear(soundAndSilence(1_920, 960));
    expect(asked[0]).toMatchObject({ ...wanted, translateTo: null });
  });
});

test('ten seconds of silence are decided without text and without the model', async () => {
  const { transcriber, asked } = aTranscriber();
  const decisions = await transcriber.hear(soundAndSilence(0, 21_000));
  expect(summaryOf(decisions)).toEqual([
    { throughMs: 9_780, reason: 'silence', texts: [] },
    { throughMs: 19_560, reason: 'silence', texts: [] },
  ]);
  expect(asked).toEqual([]);
});

test.each([
  ['all audio of its pad, where a silence of half a second ends it', 500, 3_200],
  ['the first 96 ms of its pad, where nothing but the client ends it', null, 1_536],
])('a final hears %s', async (_, silenceMs, samples) => {
  const tails: number[] = [];
  const engine = scriptedEngine((pcm) => {
    tails.push(pcm.subarray(-3_200).filter((sample) => sample !== 0).length);
    return recognition('heard');
  });
  const transcriber = open(engine, { options: { ...plainLiveOptions, silenceMs } });
  const pcm = soundAndSilence(1_920, 960);
  // Fills the silence with a sound that is too quiet for a voice.
  await transcriber.hear(pcm.map((sample) => sample || 1));
  await transcriber.flush('finalize');
  expect(new Set(tails)).toEqual(new Set([samples]));
});

describe('the text of likely endings', () => {
  test('the text of a likely ending is ready before the silence is over, and not made twice', async () => {
    const { transcriber, passes } = aTranscriber();
    await transcriber.hear(soundAndSilence(1_920, 260));
    expect(passes().finals).toBe(1);
    const [decision] = await transcriber.hear(soundAndSilence(0, 400));
    expect(decision?.segments).toHaveLength(1);
    expect(passes().finals).toBe(1);
  });

  test('the text of a likely ending is used when a final is asked for in that silence', async () => {
    const { transcriber, passes } = aTranscriber();
    await transcriber.hear(soundAndSilence(1_920, 260));
    const [decision] = await transcriber.flush('finalize');
    expect(decision?.segments[0]).toMatchObject({ startMs: 0, endMs: 1_920 });
    expect(passes().finals).toBe(1);
  });

  test('the text of a likely ending is used when a final is asked for 0.2 s after the voice, and no silence ends segments', async () => {
    const { transcriber, passes } = aTranscriber({ silenceMs: null });
    await transcriber.hear(soundAndSilence(1_920, 140));
    expect(passes().finals).toBe(1);
    await transcriber.hear(soundAndSilence(0, 60));
    const [decision] = await transcriber.flush('finalize');
    expect(decision?.segments[0]).toMatchObject({ startMs: 0, endMs: 1_920, text: 'heard 21 tenths' });
    expect(passes().finals).toBe(1);
  });

  test('the text of a likely ending is made again soon only after a longer pause', async () => {
    const { transcriber, passes } = aTranscriber({ silenceMs: null });
    await transcriber.hear(soundAndSilence(3_840, 128));
    await transcriber.hear(soundAndSilence(320, 128));
    expect(passes().finals).toBe(1);
    await transcriber.hear(soundAndSilence(0, 32));
    expect(passes().finals).toBe(2);
    await transcriber.hear(soundAndSilence(1_600, 160));
    expect(passes().finals).toBe(3);
  });

  test('the text of a likely ending is dropped if the voice returns', async () => {
    const { transcriber, passes } = aTranscriber();
    await transcriber.hear(soundAndSilence(1_920, 260));
    const decisions = await transcriber.hear(soundAndSilence(1_000, 1_000));
    expect(decisions.map(({ segments }) => segments[0]?.endMs)).toEqual([3_200]);
    expect(passes().finals).toBe(2);
  });
});

describe('a partial', () => {
  test('there is no partial before a voice is heard', async () => {
    const { transcriber, asked } = aTranscriber();
    await transcriber.hear(soundAndSilence(0, 2_000));
    expect(transcriber.isSpeech).toBe(false);
    expect(await transcriber.partial()).toBeUndefined();
    expect(asked).toEqual([]);
    await transcriber.hear(soundAndSilence(640));
    expect(transcriber.isSpeech).toBe(true);
    expect(await transcriber.partial()).toMatchObject({ startMs: 1_984, text: 'heard 9 tenths' });
  });

  test('a partial is the likely final once the silence is longer than a short pause', async () => {
    const { transcriber, passes } = aTranscriber();
    await transcriber.hear(soundAndSilence(1_920, 224));
    expect(await transcriber.partial()).toMatchObject({ startMs: 0, text: 'heard 21 tenths' });
    expect(passes()).toEqual({ finals: 1, drafts: 0 });
  });

  test.each([
    [70, 0],
    [192, 1],
  ])('a partial is not taken in a silence of %i ms, which may be a short pause', async (ms, finals) => {
    const { transcriber, passes } = aTranscriber({ silenceMs: null });
    await transcriber.hear(soundAndSilence(1_920, ms));
    expect(await transcriber.partial()).toBeUndefined();
    expect(passes()).toEqual({ finals, drafts: 0 });
  });

  test('a partial is of the newest segment only, and so are its stable characters', async () => {
    const { transcriber } = aTranscriber();
    await transcriber.hear(soundAndSilence(1_920));
    expect(await transcriber.partial()).toMatchObject({ startMs: 0 });
    await transcriber.hear(soundAndSilence(0, 960, 640));
    expect(await transcriber.partial()).toMatchObject({ startMs: 2_872, stableChars: 0 });
  });
});

test('a transcriber that is opened later goes on where the other one ended', async () => {
  const { transcriber } = aTranscriber();
  const pcm = soundAndSilence(0, 960, 1_920, 960, 1_920, 960);
  const [, second] = await transcriber.hear(pcm);
  const engine = scriptedEngine(() => recognition('later'));
  const later = open(engine, { committedMs: 3_190 });
  const decisions = await later.hear(pcm.subarray(toSamples(1_190)));
  expect(decisions.map(({ throughMs }) => throughMs)).toEqual([second?.throughMs]);
});
