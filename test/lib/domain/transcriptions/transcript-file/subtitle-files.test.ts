import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { channelCues } from '#lib/domain/transcriptions/transcript-file/channel-cues.ts';
import { maxLineColumns, textColumns } from '#lib/domain/transcriptions/transcript-file/columns.ts';
import { type Cue, toCues } from '#lib/domain/transcriptions/transcript-file/cues.ts';
import { toSrt, toVtt } from '#lib/domain/transcriptions/transcript-file/subtitle-files.ts';
import { speech } from './spoken.ts';

const toMs = (clock: string): number => {
  const [h = NaN, m = NaN, s = NaN, ms = NaN] = clock.split(/[:.,]/).map(Number);
  return ((h * 60 + m) * 60 + s) * 1_000 + ms;
};

/** Parses blocks separated by blank lines, as players do: every line with an arrow is a time line. */
const parse = (body: string, time: RegExp): Cue[] =>
  body
    .split(/(?:\r\n|\n|\r){2,}/)
    .filter((block) => block.includes('-->'))
    .map((block) => {
      const lines = block.trimEnd().split(/\r\n|\n|\r/);
      const at = lines.findIndex((line) => line.includes('-->'));
      const [, start = '', end = ''] = time.exec(lines[at] ?? '') ?? [];
      return { startMs: toMs(start), endMs: toMs(end), lines: lines.slice(at + 1) };
    });
const parseSrt = (body: string): Cue[] => parse(body, /^(\d\d:\d\d:\d\d,\d{3}) --> (\d\d:\d\d:\d\d,\d{3})$/);
const parseVtt = (body: string): Cue[] =>
  parse(body, /^(\d\d:\d\d:\d\d\.\d{3}) --> (\d\d:\d\d:\d\d\.\d{3})$/).map((cue) => ({
    ...cue,
    lines: cue.lines.map((line) =>
      line.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'),
    ),
  }));

const languages = fc.constantFrom('original', 'translated', 'both');
const hostile: Cue = { startMs: 0, endMs: 1_000, lines: ['a --> b ---> c', '<b> & &lt;'] };
const cues: Cue[] = [
  { startMs: 1_216, endMs: 4_882, lines: ['It was the best of times.', 'It was the worst of times.'] },
  { startMs: 3_661_001, endMs: 18_000_000, lines: ['It was the age of wisdom.'] },
];

describe('SubRip', () => {
  test('SubRip counts from one, has commas in its times and a blank line between cues', () => {
    expect(toSrt(cues)).toBe(`1
00:00:01,216 --> 00:00:04,882
It was the best of times.
It was the worst of times.

2
01:01:01,001 --> 05:00:00,000
It was the age of wisdom.
`);
  });

  test('a SubRip player reads the same cues, except arrows in the text', () => {
    fc.assert(
      fc.property(speech, languages, (segments, language) => {
        const written = toCues(segments, language);
        const lines = (cue: Cue): string[] => cue.lines.map((line) => line.replaceAll(/-{2,}>/g, '→'));
        expect(parseSrt(toSrt(written))).toEqual(written.map((cue) => ({ ...cue, lines: lines(cue) })));
      }),
    );
  });

  test('a caption of a channel begins with its name, and no line is longer for it', () => {
    fc.assert(
      fc.property(speech, languages, (segments, language) => {
        const apart = segments.map((segment, i) => ({ ...segment, channel: i % 2 }));
        for (const { lines } of parseSrt(toSrt(channelCues(apart, { language, audioMs: null })))) {
          expect(lines[0]).toMatch(/^Channel [12]:/);
          expect(lines.length).toBeLessThanOrEqual(language === 'both' ? 4 : 2);
          expect(Math.max(...lines.map(textColumns))).toBeLessThanOrEqual(maxLineColumns);
        }
      }),
    );
  });

  test('text in SubRip is never mistaken for a time line', () => {
    expect(toSrt([hostile])).toBe('1\n00:00:00,000 --> 00:00:01,000\na → b → c\n<b> & &lt;\n');
  });

  test('SubRip without speech is empty', () => {
    expect(toSrt([])).toBe('');
  });
});

describe('WebVTT', () => {
  test('WebVTT has its header, points in its times and a blank line between cues', () => {
    expect(toVtt(cues)).toBe(`WEBVTT

00:00:01.216 --> 00:00:04.882
It was the best of times.
It was the worst of times.

01:01:01.001 --> 05:00:00.000
It was the age of wisdom.
`);
  });

  test('a WebVTT player reads the same cues', () => {
    fc.assert(
      fc.property(speech, languages, (segments, language) => {
        const written = toCues(segments, language);
        expect(parseVtt(toVtt(written))).toEqual(written);
      }),
    );
  });

  test('text in WebVTT is never mistaken for a time line, a tag or an entity', () => {
    expect(toVtt([hostile])).toBe(
      'WEBVTT\n\n00:00:00.000 --> 00:00:01.000\na --&gt; b ---&gt; c\n&lt;b&gt; &amp; &amp;lt;\n',
    );
  });

  test('WebVTT without speech is only the header', () => {
    expect(toVtt([])).toBe('WEBVTT\n');
  });
});
