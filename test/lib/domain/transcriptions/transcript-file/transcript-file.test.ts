import { describe, expect, test } from 'vitest';
import { transcriptFile } from '#lib/domain/transcriptions/transcript-file/transcript-file.ts';
import { aResult, aSegment } from '../../../../support/result.ts';

const words = [{ text: 'Hello.', startMs: 0, endMs: 900, confidence: 0.988 }];
const segments = [
  aSegment([0, 900], 'Hello.', { translatedText: 'Hallo.', words }),
  aSegment([1_200, 2_000], 'Come\u0000 in.\n', { translatedText: 'Herein.' }),
  aSegment([4_000, 5_000], 'Sit down.', { translatedText: 'Sit down.' }),
];
const job = { id: 'ofq_a', audioMs: 5_200 };
const translated = aResult(segments, 'Hallo. Herein. Sit down.');
const file = (format: 'txt' | 'srt' | 'vtt' | 'json', language: 'original' | 'translated' | 'both') =>
  transcriptFile(job, translated, { format, language });

describe('plain text', () => {
  test('plain text starts a paragraph after two seconds of silence, and ends with a newline', () => {
    expect(file('txt', 'original').body).toBe('Hello. Come in.\n\nSit down.\n');
    expect(file('txt', 'translated').body).toBe('Hallo. Herein.\n\nSit down.\n');
  });

  test('plain text in both languages has each translation under its paragraph, and speech in the target language once', () => {
    expect(file('txt', 'both').body).toBe('Hello. Come in.\nHallo. Herein.\n\nSit down.\n');
  });

  test('plain text names no channel beside an empty paragraph', () => {
    const silent = { ...aSegment([9_000, 9_900], 'Hm.', { translatedText: '' }), channel: 1 };
    const spoken = { ...aSegment([0, 900], 'Hello.', { translatedText: 'Hallo.' }), channel: 0 };
    const result = aResult([spoken, silent], 'Hallo.');
    expect(transcriptFile(job, result, { format: 'txt', language: 'translated' }).body).toBe(
      'Channel 1: Hallo.\n',
    );
  });

  test('plain text without speech is empty', () => {
    expect(transcriptFile(job, aResult([]), { format: 'txt', language: 'original' }).body).toBe('');
  });
});

test.each(['original', 'translated'] as const)(
  'JSON contains both languages also when %s is requested',
  (language) => {
    const { body } = file('json', language);
    expect(JSON.parse(body)).toEqual({
      id: 'ofq_a',
      transcript: translated.transcript,
      translated_text: 'Hallo. Herein. Sit down.',
      language_confidence: null,
      detected_languages: [{ language: 'en', share: 1 }],
      segments: [
        {
          id: 0,
          channel: null,
          start_ms: 0,
          end_ms: 900,
          text: 'Hello.',
          confidence: 0.9,
          language: 'en',
          language_confidence: null,
          model: 'moonshine-tiny',
          translated_text: 'Hallo.',
          words: [{ channel: null, text: 'Hello.', start_ms: 0, end_ms: 900, confidence: 0.988 }],
        },
        expect.objectContaining({ id: 1, words: [] }),
        expect.objectContaining({ id: 2, words: [] }),
      ],
    });
  },
);

test('captions end with the audio', () => {
  const short = transcriptFile({ ...job, audioMs: 4_500 }, translated, {
    format: 'vtt',
    language: 'original',
  });
  expect(short.body).toContain('00:00:04.000 --> 00:00:04.500\nSit down.\n');
});

test.each([
  ['txt', 'original', 'text/plain; charset=utf-8', 'ofq_a.txt'],
  ['srt', 'translated', 'application/x-subrip; charset=utf-8', 'ofq_a.translated.srt'],
  ['vtt', 'both', 'text/vtt; charset=utf-8', 'ofq_a.both.vtt'],
  ['json', 'both', 'application/json; charset=utf-8', 'ofq_a.json'],
] as const)(
  'a %s file of the %s text has the type %s and the name %s',
  (format, language, contentType, filename) => {
    expect(file(format, language)).toMatchObject({ contentType, filename });
  },
);

test.each(['translated', 'both'] as const)(
  'language=%s is refused for a job without translation',
  (language) => {
    for (const format of ['txt', 'srt', 'vtt', 'json'] as const) {
      expect(() => transcriptFile(job, aResult(segments), { format, language })).toThrow(
        expect.objectContaining({
          type: 'invalid_state',
          message: expect.stringContaining('language=original'),
        }),
      );
    }
  },
);

describe('channels apart', () => {
  const call = aResult(
    [
      aSegment([0, 6_000], 'How can I help you with your order today, madam?', {
        channel: 0,
        translatedText: 'Wie kann ich Ihnen heute helfen?',
      }),
      aSegment([1_000, 1_600], 'Hello.', { channel: 1, translatedText: 'Hallo.' }),
      aSegment([6_500, 8_000], 'It never came.', { channel: 1, translatedText: 'Sie kam nie.' }),
      aSegment([8_100, 9_000], 'I am sorry.', { channel: 0, translatedText: 'Das tut mir leid.' }),
    ],
    'Wie kann ich Ihnen heute helfen? Hallo. Sie kam nie. Das tut mir leid.',
  );
  const write = (format: 'txt' | 'srt' | 'vtt', language: 'original' | 'both' = 'original') =>
    transcriptFile({ id: 'ofq_a', audioMs: 10_000 }, call, { format, language }).body;

  test('plain text names the channel of each paragraph, and another channel starts a new one', () => {
    expect(write('txt')).toBe(
      [
        'Channel 1: How can I help you with your order today, madam?',
        'Channel 2: Hello.',
        'Channel 2: It never came.',
        'Channel 1: I am sorry.\n',
      ].join('\n\n'),
    );
    expect(write('txt', 'both')).toContain('Channel 2: Hello.\nHallo.\n');
  });

  test('SubRip names the channel in each caption, within the length of a line', () => {
    expect(write('srt')).toBe(`1
00:00:00,000 --> 00:00:06,000
Channel 1: How can I help
you with your order today, madam?

2
00:00:01,000 --> 00:00:02,000
Channel 2: Hello.

3
00:00:06,500 --> 00:00:08,000
Channel 2: It never came.

4
00:00:08,100 --> 00:00:09,100
Channel 1: I am sorry.
`);
    expect(write('srt', 'both')).toContain('Channel 2: Hello.\nHallo.\n');
  });

  test('WebVTT has the channel as the voice of each caption', () => {
    expect(write('vtt')).toContain('00:00:01.000 --> 00:00:02.000\n<v Channel 2>Hello.\n\n00:00:06.500');
    expect(write('vtt', 'both')).toContain('<v Channel 2>Hello.\nHallo.\n');
  });

  test('a word that leaves no room for the channel has it on the line above', () => {
    const word = 'Rindfleischetikettierungsüberwachung';
    const one = aResult([aSegment([0, 2_000], word, { channel: 0 })]);
    const { body } = transcriptFile(job, one, { format: 'srt', language: 'original' });
    expect(body).toContain(`\nChannel 1:\n${word}\n`);
  });
});
