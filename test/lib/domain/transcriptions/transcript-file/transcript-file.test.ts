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
          start_ms: 0,
          end_ms: 900,
          text: 'Hello.',
          confidence: 0.9,
          language: 'en',
          language_confidence: null,
          translated_text: 'Hallo.',
          words: [{ text: 'Hello.', start_ms: 0, end_ms: 900, confidence: 0.988 }],
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
