import { expect, test } from 'vitest';
import type { SpeechSegment } from '#lib/speech/audio/find-speech.ts';
import { speechModels } from '#lib/speech/engines/models.ts';
import { inOneLanguage } from '#lib/speech/engines/one-language.ts';
import { plainAsk as ask } from '../../../support/plain-ask.ts';
import { recognition, scriptedEngine } from '../../../support/scripted-engine.ts';

type Said = {
  readonly language: string;
  readonly logProb: number;
  readonly probability?: number;
  readonly text?: string;
  /** Whether the segment has no quiet moments. */
  readonly isNoisy?: boolean;
};

const spanMs = 4_000;
const pauseMs = 600;

/**
 * Recognizes segments of four seconds each. The small model's text has the given log-probability, and the wider model detects
 * the given language.
 */
const hear = async (...said: readonly Said[]) => {
  const segments = said.map(({ isNoisy }, i): SpeechSegment => {
    const startMs = i * (spanMs + pauseMs);
    const span = { startMs, endMs: startMs + spanMs };
    // The length identifies the segment for an engine.
    const pcm = new Int16Array(16 * spanMs + i).fill(8_000, 0, isNoisy ? undefined : 32_000);
    return { ...span, padMs: 0, pcm, voiced: [span] };
  });
  const saidIn = (samples: number): Said | undefined => said[samples - 16 * spanMs];
  const own = scriptedEngine(({ length }) => {
    const { logProb = -1, text = 'small' } = saidIn(length) ?? {};
    return recognition(text, { meanLogProb: logProb, words: [] });
  });
  let opinions = 0;
  const wider = scriptedEngine(({ length }) => {
    opinions += 1;
    return recognition('wide', { meanLogProb: -0.1, language: saidIn(length)?.language ?? null, words: [] });
  });
  const [detected, glanced]: [number[], number[]] = [[], []];
  const detectorTo =
    (list: number[]) =>
    async ({ startMs, pcm }: SpeechSegment) => {
      list.push(startMs / (spanMs + pauseMs));
      const { language = '', probability = 0.95 } = saidIn(pcm.length) ?? {};
      return { language, probability };
    };
  const speech = await inOneLanguage(
    {
      segmentsFor: () => segments,
      stretches: segments,
      detect: detectorTo(detected),
      glance: detectorTo(glanced),
    },
    {
      own: { model: speechModels['moonshine-tiny'], engine: own },
      wider: { model: speechModels['whisper-base'], engine: wider },
    },
    ask,
  );
  const texts = speech?.segments.map(({ text }) => text);
  const models = speech?.segments.map(({ model }) => model ?? speech.model);
  return { texts, models, probability: speech?.probability, detected, glanced, opinions };
};
const sure: Said = { language: 'en', logProb: -0.1 };
const unsure: Said = { language: 'en', logProb: -0.3 };

test.each([0.95, 0.5])(
  'a chunk of sure speech in the own language costs one glance, at a probability of %d',
  async (probability) => {
    expect(await hear({ ...sure, probability }, sure, sure)).toEqual({
      texts: ['small', 'small', 'small'],
      models: ['moonshine-tiny', 'moonshine-tiny', 'moonshine-tiny'],
      probability,
      detected: [],
      glanced: [0],
      opinions: 0,
    });
  },
);

test('where the first text is unsure, its language is detected in more than a glance', async () => {
  expect(await hear(unsure, sure)).toMatchObject({ texts: ['wide', 'small'], detected: [0] });
});

test('clear speech that the small model reads like another language is for the wider one, if it understands it', async () => {
  expect((await hear(sure, { ...unsure, logProb: -0.9 })).texts).toEqual(['small', 'wide']);
});

test('speech of which the small model is unsure gets a second opinion and a detection', async () => {
  expect(await hear(sure, unsure, sure)).toMatchObject({
    texts: ['small', 'wide', 'small'],
    detected: [1],
    opinions: 1,
  });
});

const noisy = { ...sure, isNoisy: true };
const unsureInNoise = { ...unsure, isNoisy: true };

test('where noise hides half of the speech from the small model, the wider one hears all of it', async () => {
  expect(await hear(noisy, unsureInNoise)).toMatchObject({
    texts: ['wide', 'wide'],
    models: ['whisper-base', 'whisper-base'],
  });
});

test.each<[string, readonly Said[]]>([
  ['a third is hidden', [noisy, unsureInNoise, noisy]],
  ['it is unsure without noise', [noisy, unsure]],
])('the small model keeps what it is sure of in noise where %s', async (_, said) => {
  expect((await hear(...said)).texts?.toSpliced(1, 1)).toEqual(said.slice(1).map(() => 'small'));
});

test.each<[string, readonly Said[]]>([
  ['begins in another language', [{ language: 'de', logProb: -0.1 }, sure]],
  ['begins in a language that is not certain', [{ ...unsure, probability: 0.7 }, sure]],
  ['begins in a language that is unlikely at a glance', [{ ...sure, probability: 0.4 }, sure]],
  ['has unsure speech in another language', [sure, { language: 'de', logProb: -0.3 }]],
  [
    'has a sure loop in another language',
    [sure, { language: 'de', logProb: -0.1, text: 'a b c d '.repeat(4) }],
  ],
  ['has speech in another language that is not understood', [sure, { language: 'de', logProb: -0.9 }]],
])('a chunk that %s is to be divided by language', async (_, said) => {
  expect((await hear(...said)).texts).toBeUndefined();
});

test('a chunk that is to be divided gets no second opinion before', async () => {
  const { texts, opinions } = await hear(sure, unsure, { language: 'de', logProb: -0.3 });
  expect([texts, opinions]).toEqual([undefined, 0]);
});

test('an uncertain language of unsure speech does not divide a chunk', async () => {
  const { texts } = await hear(sure, { language: 'cy', logProb: -0.3, probability: 0.5 });
  expect(texts).toEqual(['small', 'small']);
});

test('a chunk without speech is not recognized in one language', async () => {
  expect((await hear()).texts).toBeUndefined();
});
