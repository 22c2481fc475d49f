import { expect, test } from 'vitest';
import type { LivePartial } from '#lib/speech/live/live-transcriber.ts';
import { DraftWriter } from '#lib/speech/live/draft-writer.ts';
import type { SpeechEngine } from '#lib/speech/engines/engine.ts';
import { speechModels } from '#lib/speech/engines/models.ts';
import { plainAsk } from '../../../support/plain-ask.ts';
import { recognition, scriptedEngine } from '../../../support/scripted-engine.ts';

/** A writer for these texts. A text that ends with "…" has reached the token limit. */
const writerOf = (texts: readonly string[]) => {
  const asked: (boolean | undefined)[] = [];
  const engine = scriptedEngine((_, { isDraft, words }) => {
    asked.push(isDraft && !words);
    const text = texts[asked.length - 1] ?? '';
    return recognition(text.replace('…', ''), { complete: !text.endsWith('…') });
  });
  const model = { model: speechModels['moonshine-tiny'], engine };
  return { writer: new DraftWriter([model], plainAsk), asked };
};
const speech = (startMs: number, endMs: number, languageBefore: string | null = null) => ({
  startMs,
  endMs,
  languageBefore,
  pcm: new Int16Array(1_600),
});

/** The partial texts for drafts at intervals of `stepMs`. A bar marks the end of the stable text. */
const shown = async (texts: readonly string[], stepMs = 200): Promise<(string | undefined)[]> => {
  const { writer } = writerOf(texts);
  const partials: (LivePartial | undefined)[] = [];
  for (const [i] of texts.entries())
    partials.push(await writer.write(speech(1_000, 1_000 + (i + 1) * stepMs)));
  return partials.map((partial) => {
    if (!partial) return undefined;
    const { text, stableChars } = partial;
    return `${text.slice(0, stableChars)}|${text.slice(stableChars)}`;
  });
};

test('words are stable on which all drafts of the last 0.4 s agree', async () => {
  expect(await shown(['And', 'And so', 'And so my', 'And so my fellow'])).toEqual([
    '|And',
    '|And so',
    'And| so my',
    'And so| my fellow',
  ]);
  expect(await shown(['And so', 'Sand', 'And so my'])).toEqual(['|And so', '|Sand', '|And so my']);
});

test('drafts that are further apart are compared with the one before', async () => {
  expect(await shown(['And so', 'And so my', 'And so my fellow'], 500)).toEqual([
    '|And so',
    'And so| my',
    'And so my| fellow',
  ]);
});

test('a draft that contradicts stable words is shown when the third one does so', async () => {
  const wrong = 'Ants owe my';
  expect(await shown(['And so', 'And so', 'And so', wrong, 'And so my'])).toEqual([
    '|And so',
    undefined,
    'And so|',
    undefined,
    'And so| my',
  ]);
  expect(await shown(['And so', 'And so', 'And so', wrong, wrong, wrong])).toEqual([
    '|And so',
    undefined,
    'And so|',
    undefined,
    undefined,
    'Ants owe my|',
  ]);
});

test('the text that is made in a pause is shown at once, although it contradicts stable words', async () => {
  const { writer } = writerOf(['And so', 'And so', 'And so']);
  for (const endMs of [1_200, 1_400, 1_600]) await writer.write(speech(1_000, endMs));
  const whole = { startMs: 1_000, text: 'And show me', language: 'en' };
  expect(writer.accept(whole, 1_700)).toEqual({ ...whole, stableChars: 'And'.length });
});

test('of a text that goes round and found no end, the first round is shown', async () => {
  expect(await shown(['And, and, and, a…', 'This is this is this…', 'Uh, uh, uh…'])).toEqual([
    '|And',
    '|This is',
    '|Uh',
  ]);
});

test('a draft without text, or whose text found no end, is not shown', async () => {
  expect(await shown(['', 'And so my fell…', 'And'])).toEqual([undefined, undefined, '|And']);
});

test('a draft says nothing new if text and stable words are the same', async () => {
  expect(await shown(['And', 'And', 'And', 'And'])).toEqual(['|And', undefined, 'And|', undefined]);
});

test('a draft waits for 200 ms of new audio, or 100 while there is no text, and needs no beam and no words', async () => {
  const { writer, asked } = writerOf(['', 'And', 'And so']);
  const draft = (endMs: number) => writer.write(speech(1_000, endMs));
  for (const endMs of [1_099, 1_100, 1_199]) expect(await draft(endMs)).toBeUndefined();
  expect(await draft(1_200)).toEqual({ startMs: 1_000, text: 'And', stableChars: 0, language: 'en' });
  expect(await draft(1_399)).toBeUndefined();
  expect(await draft(1_400)).toMatchObject({ text: 'And so' });
  expect(asked).toEqual([true, true, true]);
});

test('the next segment has nothing in common with the last one', async () => {
  const { writer } = writerOf(['And so', 'And so', 'And so', 'Ask', 'Ask']);
  for (const endMs of [1_200, 1_400, 1_600]) await writer.write(speech(1_000, endMs));
  writer.close();
  const first = await writer.write(speech(3_000, 3_200));
  expect(first).toEqual({ startMs: 3_000, text: 'Ask', stableChars: 0, language: 'en' });
});

test('a segment that begins like the last one has no stable words for that', async () => {
  const { writer } = writerOf(['Yes', 'Yes', 'Yes', 'Yes']);
  for (const endMs of [1_200, 1_400, 1_600]) await writer.write(speech(1_000, endMs));
  writer.close();
  expect(await writer.write(speech(3_000, 3_200))).toMatchObject({ text: 'Yes', stableChars: 0 });
});

test('drafts that contradict stable words are counted anew after one that does not', async () => {
  const wrong = 'Ants owe my';
  const texts = ['And so', 'And so', 'And so', wrong, 'And so my', wrong, wrong, wrong];
  const seen = await shown(texts);
  expect(seen.slice(3).map((text) => text?.includes('Ants') ?? false)).toEqual([
    ...[false, false, false, false],
    true,
  ]);
});

test('drafts are written by the model of the language that was spoken last', async () => {
  const engineThat = (text: string) => scriptedEngine(() => recognition(text));
  const fast = speechModels['moonshine-tiny'];
  const wide = speechModels['whisper-base'];
  const writer = new DraftWriter(
    [
      { model: fast, engine: engineThat('by the fast one') },
      { model: wide, engine: engineThat('by the wide one') },
    ],
    plainAsk,
  );
  const textAfter = async (language: string | null, startMs: number) =>
    (await writer.write(speech(startMs, startMs + 500, language)))?.text;
  expect(await textAfter(null, 1_000)).toBe('by the fast one');
  expect(await textAfter('de', 2_000)).toBe('by the wide one');
  expect(await textAfter('en', 3_000)).toBe('by the fast one');
});

test('words that a draft repeats at its end are shown once', async () => {
  expect(await shown(['Hel, hel, hel.', 'How little.'])).toEqual(['|Hel', '|How little.']);
});

test('an engine gets the tokens of the last whole draft of the segment', async () => {
  const given: (readonly number[] | undefined)[] = [];
  const drafts = [{ tokens: [1] }, { tokens: [2, 2], complete: false }, { tokens: [1, 3] }, { tokens: [4] }];
  const engine: SpeechEngine = {
    ...scriptedEngine(() => recognition('')),
    async recognize(_pcm, _options, draftBefore) {
      given.push(draftBefore);
      return recognition('And', drafts[given.length - 1]);
    },
  };
  const writer = new DraftWriter([{ model: speechModels['moonshine-tiny'], engine }], plainAsk);
  for (const endMs of [1_200, 1_400, 1_600]) await writer.write(speech(1_000, endMs));
  writer.close();
  await writer.write(speech(3_000, 3_200));
  expect(given).toEqual([undefined, [1], [1], undefined]);
});

test('a draft by a model that is not loaded is an error; its writer still opens, so that the session can be ended', async () => {
  const writer = new DraftWriter([], { ...plainAsk, model: 'whisper-base' });
  await expect(writer.write(speech(0, 1_000))).rejects.toThrow('whisper-base is not loaded');
});
