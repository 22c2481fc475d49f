import fc from 'fast-check';
import { aSegment, type Segment } from '../../../../support/result.ts';

/** Speech of people and of faulty engines, in scripts with and without spaces. */
const word = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom('we', 'the', 'times,', 'wisdom.', 'incredulity', 'a', 'Really?') },
  {
    weight: 2,
    arbitrary: fc.constantFrom('我们今天讨论。', 'コンピューター、「歴史」', 'สวัสดีครับวันนี้', '안녕하세요'),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('-->', '--->', '\n\n', '1', '<b>', '&lt;', '\u0000', 'NOTE', 'e\u0301'),
  },
  { weight: 1, arbitrary: fc.constantFrom('👩‍👩‍👧‍👦'.repeat(50), '🇩🇪'.repeat(43), 'x'.repeat(100)) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme' }) },
);

const spokenWord = fc.record({
  text: word,
  pauseMs: fc.oneof(fc.constant(0), fc.integer({ min: -500, max: 3_000 })),
  lengthMs: fc.integer({ min: 0, max: 1_500 }),
});

const spokenSegment = fc.record({
  words: fc.array(spokenWord, { minLength: 1, maxLength: 40 }),
  hasTimes: fc.boolean(),
  translation: fc.option(fc.array(word, { maxLength: 60 }).map((words) => words.join(' ').toUpperCase())),
});

/** Segments in order, with and without word times and translations, as stored in a result. */
export const speech = fc.array(spokenSegment, { maxLength: 6 }).map((spoken): Segment[] => {
  let now = 0;
  return spoken.map(({ words, hasTimes, translation }) => {
    const timed = words.map(({ text, pauseMs, lengthMs }) => {
      const startMs = Math.max(0, now + pauseMs);
      now = startMs + lengthMs;
      return { text, startMs, endMs: now, confidence: 1 };
    });
    const span = [timed[0]?.startMs ?? now, now] as const;
    return aSegment(span, words.map(({ text }) => text).join(' '), {
      words: hasTimes ? timed : [],
      translatedText: translation,
    });
  });
});

/** A segment of consecutive words, each as long as its text. */
export const said = (startMs: number, text: string, pauses: Record<string, number> = {}): Segment => {
  let now = startMs;
  const words = text.split(' ').map((spoken) => {
    const from = now;
    const endMs = from + 60 * spoken.length;
    now = endMs + (pauses[spoken] ?? 0);
    return { text: spoken, startMs: from, endMs, confidence: 1 };
  });
  return aSegment([startMs, words.at(-1)?.endMs ?? startMs], text, { words });
};
