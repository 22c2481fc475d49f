import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Cue, toCues } from '#lib/transcriptions/transcript-file/cues.ts';
import { aSegment, type Segment } from '../../../support/result.ts';
import { speech } from './spoken.ts';

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const lengthOf = (line: string): number => [...graphemes.segment(line)].length;
/** Without what a caption cannot show: white space and control characters. */
const bare = (text: string): string => text.replaceAll(/[\s\p{Cc}]/gu, '');
const shown = (cues: readonly Cue[]): string => bare(cues.flatMap(({ lines }) => lines).join(''));
const languages = fc.constantFrom('original', 'translated', 'both');

/** A segment whose words follow each other, each as long as its text. */
const said = (startMs: number, text: string, pauses: Record<string, number> = {}): Segment => {
  let now = startMs;
  const words = text.split(' ').map((word) => {
    const from = now;
    const endMs = from + 60 * word.length;
    now = endMs + (pauses[word] ?? 0);
    return { text: word, startMs: from, endMs, confidence: 1 };
  });
  return aSegment([startMs, words.at(-1)?.endMs ?? startMs], text, { words });
};
const captions = (...segments: Segment[]): string[] =>
  toCues(segments, 'original').map(({ lines }) => lines.join(' / '));

describe('whatever was said', () => {
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

  test('a cue has at most two lines of 42 characters, in both languages twice two, and none is blank', () => {
    fc.assert(
      fc.property(speech, languages, (segments, language) => {
        for (const { lines } of toCues(segments, language)) {
          expect(lines.length).toBeGreaterThan(0);
          expect(lines.length).toBeLessThanOrEqual(language === 'both' ? 4 : 2);
          for (const line of lines) expect(lengthOf(line)).toBeLessThanOrEqual(42);
          for (const line of lines) expect(line.trim()).not.toBe('');
        }
      }),
    );
  });

  test('cues come in order, apart from each other, within the audio, none longer than 7 s', () => {
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

  test('a cue stays for 1 s and for 20 characters a second, unless the next one needs the screen', () => {
    fc.assert(
      fc.property(speech, (segments) => {
        const cues = toCues(segments, 'original');
        cues.forEach(({ startMs, endMs, lines }, i) => {
          if (endMs === cues[i + 1]?.startMs) return;
          expect(endMs - startMs).toBeGreaterThanOrEqual(1_000);
          expect(endMs - startMs).toBeGreaterThanOrEqual(50 * lengthOf(lines.join('')));
        });
      }),
    );
  });
});

describe('a new cue starts', () => {
  test('after a pause of 700 ms, and not for a shorter one', () => {
    expect(captions(said(0, 'he left at once', { left: 700 }))).toEqual(['he left', 'at once']);
    expect(captions(said(0, 'he left at once', { left: 300 }))).toEqual(['he left at once']);
  });

  test('where a segment ends a sentence; half a sentence goes on with the next segment', () => {
    expect(captions(said(0, 'It is late.'), said(900, 'We must go.'))).toEqual([
      'It is late.',
      'We must go.',
    ]);
    expect(captions(said(0, 'We must go to the'), said(1_100, 'station.'))).toEqual([
      'We must go to the station.',
    ]);
  });

  test('never together with text that is far away', () => {
    expect(captions(said(0, 'We must'), said(5_000, 'go.'))).toEqual(['We must', 'go.']);
  });

  test('not after a title or an initial, whose point ends no sentence', () => {
    expect(captions(said(0, 'And then Mr.'), said(900, 'J. Dashwood had leisure.'))).toEqual([
      'And then Mr. J. Dashwood had leisure.',
    ]);
  });

  test('after punctuation rather than elsewhere', () => {
    const text =
      'When the train had left the station at last, nobody on the platform knew what to say about it any more.';
    expect(captions(said(0, text))).toEqual([
      'When the train had / left the station at last,',
      'nobody on the platform knew / what to say about it any more.',
    ]);
  });
});

describe('two lines', () => {
  test('are about equal, and no word stands alone on the second', () => {
    expect(captions(said(0, 'The committee decided to postpone the decision'))).toEqual([
      'The committee decided / to postpone the decision',
    ]);
  });

  test('part between sentences', () => {
    expect(captions(said(0, 'It was the age of wisdom. It was the age of foolishness.'))).toEqual([
      'It was the age of wisdom. / It was the age of foolishness.',
    ]);
  });

  test('break Chinese, Japanese and Thai between words, and keep punctuation with its word', () => {
    const chinese =
      '近年来，随着深度学习技术的快速发展，越来越多的医院开始使用机器学习算法来辅助医生进行诊断，这不仅提高了效率。';
    expect(captions(aSegment([0, 6_900], chinese))).toEqual([
      '近年来，随着深度学习技术的快速发展， / 越来越多的医院开始使用机器学习算法来辅助医生进行诊断，这不仅提高了效率。',
    ]);
    const japanese =
      '最初のコンピューターは「ENIAC」と呼ばれていましたが、それから八十年でコンピューターは小さくなりました。';
    expect(captions(aSegment([0, 6_900], japanese))).toEqual([
      '最初のコンピューターは「ENIAC」と呼ばれていましたが、 / それから八十年でコンピューターは小さくなりました。',
    ]);
    const thai = 'วันนี้เราจะมาพูดถึงเรื่องการท่องเที่ยวในประเทศไทย ซึ่งเป็นประเทศที่มีสถานที่ท่องเที่ยวสวยงาม';
    expect(captions(aSegment([0, 6_900], thai))).toEqual([
      'วันนี้เราจะมาพูดถึงเรื่องการท่องเที่ยวในประเทศไทย / ซึ่งเป็นประเทศที่มีสถานที่ท่องเที่ยวสวยงาม',
    ]);
  });

  test('break a word of more than 42 characters, but never a character', () => {
    const family = '👩‍👩‍👧‍👦';
    expect(captions(aSegment([0, 3_000], family.repeat(50)))).toEqual([
      `${family.repeat(42)} / ${family.repeat(8)}`,
    ]);
  });
});

describe('the time of a cue', () => {
  test('is that of its words, and goes on into silence as far as the audio', () => {
    const spoken = said(2_000, 'Yes.');
    expect(toCues([spoken], 'original')).toEqual([{ startMs: 2_000, endMs: 3_000, lines: ['Yes.'] }]);
    expect(toCues([spoken], 'original', 2_500)).toMatchObject([{ endMs: 2_500 }]);
    expect(toCues([spoken, said(2_800, 'No.')], 'original')).toMatchObject([
      { endMs: 2_800 },
      { startMs: 2_800 },
    ]);
  });

  test('is shared by the length of the text where words have none, or are not the words of the text', () => {
    const text = 'a sentence of twenty five. '.repeat(4).trim();
    const words = [{ text: 'other', startMs: 0, endMs: 12_000, confidence: 1 }];
    const cues = toCues([aSegment([0, 12_000], text)], 'original');
    expect(cues.map(({ startMs }) => startMs)).toContain(6_000);
    expect(toCues([aSegment([0, 12_000], text, { words })], 'original')).toEqual(cues);
  });
});

describe('in both languages', () => {
  const segment = said(
    1_000,
    'When the train had left the station, nobody knew what to say about it any more.',
  );

  test('a cue is the original and, under it, its translation, cut together', () => {
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

  test('a long translation of a short word keeps its time to the second cue', () => {
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

  test('speech already in the wanted language is shown once', () => {
    const same = { ...segment, translatedText: segment.text };
    expect(toCues([same], 'both')).toEqual(toCues([same], 'original'));
  });
});
