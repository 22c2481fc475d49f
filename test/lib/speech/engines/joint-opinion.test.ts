import { expect, test } from 'vitest';
import type { SpeechSegment } from '#lib/speech/audio/find-speech.ts';
import type { Recognition } from '#lib/speech/engines/engine.ts';
import { withJointOpinions } from '#lib/speech/engines/joint-opinion.ts';
import { speechModels } from '#lib/speech/engines/models.ts';
import { plainAsk as ask } from '../../../support/plain-ask.ts';
import { recognition, scriptedEngine } from '../../../support/scripted-engine.ts';

const model = speechModels['whisper-base'];

/** Segments with these lengths and first texts. */
const heard = (...said: readonly { readonly seconds: number; readonly first: Recognition }[]) =>
  new Map(
    said.map(({ seconds, first }, i) => {
      const span = { startMs: 20_000 * i, endMs: 20_000 * i + 1_000 * seconds };
      const segment: SpeechSegment = {
        ...span,
        padMs: 0,
        pcm: new Int16Array(16_000 * seconds).fill(1_000 * (i + 1)),
        voiced: [span],
      };
      return [segment, first] as const;
    }),
  );

/** A text whose words start at these seconds of the window. */
const spoken = (words: readonly (readonly [text: string, second: number, confidence: number])[]) =>
  recognition(words.map(([text]) => text).join(' '), {
    meanLogProb: -0.15,
    words: words.map(([text, second, confidence]) => ({
      text,
      confidence,
      startMs: 1_000 * second,
      endMs: 1_000 * second + 300,
    })),
  });

const withConfidence = (text: string, confidence: number): Recognition => {
  const first = recognition(text, { meanLogProb: -0.3 });
  return { ...first, words: first.words.map((word) => ({ ...word, confidence })) };
};
const doubted = withConfidence('A small text.', 0.6);
const sure = recognition('A sure text.');

/** The chosen texts, and the length in seconds of each window that the wider model got. */
const chosen = async (texts: ReturnType<typeof heard>, hear: (pcm: Float32Array) => Recognition) => {
  const windows: number[] = [];
  const engine = scriptedEngine((pcm) => {
    windows.push(pcm.length / 16_000);
    return hear(pcm);
  });
  const result = await withJointOpinions(texts, { model, engine }, ask);
  return { windows, texts: [...result.values()] };
};

test('doubted segments of a chunk are heard in one window, with silence between them and nothing else', async () => {
  const texts = heard(
    { seconds: 2, first: doubted },
    { seconds: 5, first: sure },
    { seconds: 3, first: doubted },
  );
  const { windows } = await chosen(texts, (pcm) => {
    expect(pcm[2 * 16_000 - 1]).toBeCloseTo(1_000 / 32_768);
    expect(pcm.slice(2 * 16_000, 2.5 * 16_000).every((sample) => sample === 0)).toBe(true);
    expect(pcm[2.5 * 16_000]).toBeCloseTo(3_000 / 32_768);
    return spoken([
      ['Two.', 0.5, 0.9],
      ['Three.', 3, 0.9],
    ]);
  });
  expect(windows).toEqual([5.5]);
});

test('each segment gets its words of the joint text with their times in it, if they are surer than its own', async () => {
  const texts = heard(
    { seconds: 2, first: doubted },
    { seconds: 3, first: withConfidence('The surer one.', 0.85) },
    { seconds: 2, first: doubted },
  );
  const joint = spoken([
    ['Two', 0.2, 0.9],
    ['words.', 1.9, 0.9],
    ['Doubted', 3, 0.7],
    ['Last.', 6.25, 0.95],
  ]);
  const result = await chosen(texts, () => joint);
  expect(result.texts.map(({ text, model: by }) => [text, by])).toEqual([
    ['Two words.', 'whisper-base'],
    ['The surer one.', undefined],
    ['Last.', 'whisper-base'],
  ]);
  expect(result.texts[2]?.words).toEqual([{ text: 'Last.', startMs: 250, endMs: 550, confidence: 0.95 }]);
});

test('a segment of which the joint text has no word is heard by itself', async () => {
  const texts = heard({ seconds: 2, first: doubted }, { seconds: 3, first: doubted });
  const alone = recognition('Heard alone.', { meanLogProb: -0.2 });
  const result = await chosen(texts, ({ length }) =>
    length === 3 * 16_000 ? alone : spoken([['Only.', 0.5, 0.9]]),
  );
  expect(result.windows).toEqual([5.5, 3]);
  expect(result.texts.map(({ text }) => text)).toEqual(['Only.', 'Heard alone.']);
});

test('more than a window holds is heard in the next one', async () => {
  const one = { seconds: 12, first: doubted };
  const { windows } = await chosen(heard(one, one, one), () =>
    spoken([
      ['One.', 0.5, 0.9],
      ['Two.', 13, 0.9],
    ]),
  );
  expect(windows).toEqual([24.5, 12]);
});

test('a segment that is heard alone is judged by its whole text', async () => {
  const second = recognition('A wider text.', { meanLogProb: -0.25 });
  const result = await chosen(heard({ seconds: 2, first: doubted }), () => second);
  expect(result.texts[0]).toMatchObject({ text: 'A wider text.', model: 'whisper-base', meanLogProb: -0.25 });
});

test('a joint text in another language is taken by no segment', async () => {
  const texts = heard({ seconds: 2, first: doubted }, { seconds: 2, first: doubted });
  const joint = {
    ...spoken([
      ['Zwei.', 0.5, 1],
      ['Drei.', 3, 1],
    ]),
    language: 'de',
  };
  const result = await chosen(texts, () => joint);
  expect(result.texts).toEqual([doubted, doubted]);
});

test('without a doubted text no other model is asked', async () => {
  expect(await chosen(heard({ seconds: 2, first: sure }), () => sure)).toEqual({
    windows: [],
    texts: [sure],
  });
});
