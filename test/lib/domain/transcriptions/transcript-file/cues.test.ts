import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Cue, toCues } from '#lib/domain/transcriptions/transcript-file/cues.ts';
import { aSegment } from '../../../../support/result.ts';
import { said, speech } from './spoken.ts';

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const isWide = (character: string): boolean =>
  /^[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\uff01-\uff60]/u.test(character);
/** The width of a line. A Chinese, Japanese or Korean character counts as `wide`, and any other as 1. */
const sumOf = (line: string, wide: number): number =>
  [...graphemes.segment(line)].reduce((sum, { segment }) => sum + (isWide(segment) ? wide : 1), 0);
/** Text without the characters that a caption cannot show: white space and control characters. */
const bare = (text: string): string => text.replaceAll(/[\s\p{Cc}]/gu, '');
const shown = (cues: readonly Cue[]): string => bare(cues.flatMap(({ lines }) => lines).join(''));
const languages = fc.constantFrom('original', 'translated', 'both');

describe('all cues', () => {
  test.each(['original', 'translated'] as const)('no %s text is lost or invented', (language) => {
    fc.assert(
      fc.property(speech, (segments) => {
        const texts = segments.map(({ text, translatedText }) =>
          language === 'original' ? text : (translatedText ?? ''),
        );
        expect(shown(toCues(segments, language))).toBe(bare(texts.join('')));
      }),
    );
  });

  test('in both languages each segment has its whole text and its whole translation', () => {
    fc.assert(
      fc.property(speech, (segments) => {
        for (const segment of segments) {
          const { text, translatedText } = segment;
          const both = translatedText === text ? text : text + (translatedText ?? '');
          const sorted = (letters: string): string => Array.from(bare(letters)).toSorted().join('');
          expect(sorted(shown(toCues([segment], 'both')))).toBe(sorted(both));
        }
      }),
    );
  });

  test('a cue has at most two lines of 42 or 16 wide characters, or two of each language, and none is blank', () => {
    fc.assert(
      fc.property(speech, languages, (segments, language) => {
        for (const { lines } of toCues(segments, language)) {
          expect(lines.length).toBeGreaterThan(0);
          expect(lines.length).toBeLessThanOrEqual(language === 'both' ? 4 : 2);
          for (const line of lines) expect(sumOf(line, 42 / 16)).toBeLessThanOrEqual(42);
          for (const line of lines) expect(line.trim()).not.toBe('');
        }
      }),
    );
  });

  test('cues are in order, separate, within the audio, and at most 7 s long', () => {
    fc.assert(
      fc.property(speech, languages, fc.nat(2_000), (segments, language, rest) => {
        const audioMs = (segments.at(-1)?.endMs ?? 0) + 1_000 + rest;
        let last = 0;
        for (const { startMs, endMs } of toCues(segments, language, audioMs)) {
          expect(startMs).toBeGreaterThanOrEqual(last);
          expect(endMs).toBeGreaterThan(startMs);
          expect(endMs - startMs).toBeLessThanOrEqual(7_000);
          expect(endMs).toBeLessThanOrEqual(audioMs);
          last = endMs;
        }
      }),
    );
  });

  test('a cue stays 1 s, and longer at 17 or 9 wide characters a second, unless the next one needs the screen', () => {
    fc.assert(
      fc.property(speech, (segments) => {
        const cues = toCues(segments, 'original');
        cues.forEach(({ startMs, endMs, lines }, i) => {
          if (endMs === cues[i + 1]?.startMs) return;
          expect(endMs - startMs).toBeGreaterThanOrEqual(1_000);
          const toReadMs = (1_000 / 17) * sumOf(lines.join(''), 17 / 9);
          expect(endMs - startMs).toBeGreaterThanOrEqual(Math.floor(Math.min(toReadMs, 7_000)));
        });
      }),
    );
  });
});

describe('the time of a cue', () => {
  test('a cue lasts as long as its words, and extends into silence up to the end of the audio', () => {
    const spoken = said(2_000, 'Yes.');
    expect(toCues([spoken], 'original')).toEqual([{ startMs: 2_000, endMs: 3_000, lines: ['Yes.'] }]);
    expect(toCues([spoken], 'original', 2_500)).toMatchObject([{ endMs: 2_500 }]);
    expect(toCues([spoken, said(2_800, 'No.')], 'original')).toMatchObject([
      { endMs: 2_800 },
      { startMs: 2_800 },
    ]);
  });

  test('a cue stays within the audio also when an engine puts all words at its end', () => {
    const words = Array.from({ length: 60 }, () => ({
      text: 'words,',
      startMs: 9_999,
      endMs: 9_999,
      confidence: 1,
    }));
    const segment = aSegment([0, 9_999], 'words, '.repeat(60).trim(), { words });
    const cues = toCues([segment], 'original', 10_000);
    expect(cues.length).toBeGreaterThan(4);
    expect(cues.at(-1)?.endMs).toBe(10_000);
    expect(cues.every(({ startMs, endMs }) => startMs < endMs)).toBe(true);
  });

  test('cue times follow the length of the text when words are missing or differ from it', () => {
    const text = 'a sentence of twenty five. '.repeat(4).trim();
    const words = [{ text: 'other', startMs: 0, endMs: 12_000, confidence: 1 }];
    const cues = toCues([aSegment([0, 12_000], text)], 'original');
    expect(cues.map(({ startMs }) => startMs)).toContain(6_000);
    expect(toCues([aSegment([0, 12_000], text, { words })], 'original')).toEqual(cues);
  });
});

describe('cues in both languages', () => {
  const segment = said(
    1_000,
    'When the train had left the station, nobody knew what to say about it any more.',
  );

  test('a bilingual cue is the original with its translation below, split together', () => {
    const translatedText =
      'Als der Zug den Bahnhof verlassen hatte, wusste niemand mehr, was dazu eigentlich noch zu sagen gewesen wäre.';
    expect(toCues([{ ...segment, translatedText }], 'both').map(({ lines }) => lines)).toEqual([
      ['When the train had left the station,', 'Als der Zug den Bahnhof verlassen hatte,'],
      [
        'nobody knew what to say about it any more.',
        'wusste niemand mehr, was dazu',
        'eigentlich noch zu sagen gewesen wäre.',
      ],
    ]);
  });

  test("a long translation of a short word keeps the second cue's time", () => {
    const long = aSegment([0, 9_000], 'Donaudampfschifffahrt!', {
      translatedText: 'steam navigation, '.repeat(8),
    });
    const cues = toCues([long], 'both');
    expect(cues.map(({ lines }) => lines[0])).toEqual([
      'Donaudampfschifffahrt!',
      'steam navigation, steam navigation,',
    ]);
    expect(cues[1]?.startMs).toBe(4_500);
  });

  test('the translation is split close to where the original is', () => {
    const original =
      'We all went home. Nobody who saw it ever spoke about that night, or of what he had seen there.';
    const translatedText = 'dies, das, jenes, '.repeat(5).trim();
    const cues = toCues([{ ...said(0, original), translatedText }], 'both');
    expect(cues[0]?.lines).toEqual(['We all went home.', 'dies, das, jenes,']);
  });

  test("the original's words decide when a cue starts, also when its translation is longer", () => {
    const short = said(0, 'Stop there, now go', { 'there,': 500 });
    const cues = toCues([{ ...short, translatedText: 'eine lange Übersetzung, '.repeat(6) }], 'both');
    expect(cues.map(({ startMs }) => startMs)).toEqual([0, 1_100]);
  });

  test('words with decreasing times lose no text', () => {
    const texts = Array.from({ length: 30 }, (_, i) => `word${i}`);
    const words = texts.map((text, i) => {
      const startMs = i % 2 === 0 ? 20_000 : 0;
      return { text, startMs, endMs: startMs + 100, confidence: 1 };
    });
    const translatedText = 'ein Satz. '.repeat(60);
    const astray = aSegment([0, 20_100], texts.join(' '), { words, translatedText });
    expect(shown(toCues([astray], 'both'))).toHaveLength(bare(astray.text + translatedText).length);
  });

  test('speech already in the target language is shown once', () => {
    const same = { ...segment, translatedText: segment.text };
    expect(toCues([same], 'both')).toEqual(toCues([same], 'original'));
  });
});
