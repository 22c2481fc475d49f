import { describe, expect, test } from 'vitest';
import { AppError } from '#lib/platform/errors.ts';
import { audioFormats, octetStream } from '#lib/domain/uploads/audio-formats.ts';
import { assertAcceptable, NewUpload } from '#lib/domain/uploads/new-upload.ts';

const typeOf = (body: NewUpload): string => {
  try {
    assertAcceptable(body);
    return 'accepted';
  } catch (error) {
    if (error instanceof AppError) return error.type;
    throw error;
  }
};

const formats = Object.entries(audioFormats);

test('every MIME type of the eleven formats is accepted, in any case and with a codec', () => {
  expect(formats).toHaveLength(11);
  for (const mimeType of formats.flatMap(([, { mimeTypes }]) => mimeTypes)) {
    expect(typeOf({ content_type: mimeType })).toBe('accepted');
    expect(typeOf({ content_type: `${mimeType.toUpperCase()}; codecs=opus` })).toBe('accepted');
  }
});

test.each([
  ['video/quicktime', 'mov'],
  ['audio/3gpp', '3gp'],
  ['audio/x-matroska', 'mka'],
  ['video/mpeg', 'mpeg'],
  ['audio/x-m4b', 'm4b'],
  ['video/x-m4v', 'm4v'],
  ['audio/webm', 'weba'],
  ['audio/aac', 'latm'],
  ['audio/aac', 'loas'],
])('%s and the extension %s are accepted, because such a file decodes', (content_type, extension) => {
  expect(typeOf({ content_type })).toBe('accepted');
  expect(typeOf({ content_type: octetStream, filename: `call.${extension}` })).toBe('accepted');
});

test('bytes of any kind are accepted under every extension of the eleven formats', () => {
  for (const extension of formats.flatMap(([, { extensions }]) => extensions)) {
    expect(typeOf({ content_type: octetStream, filename: `Call 7.${extension.toUpperCase()}` })).toBe(
      'accepted',
    );
  }
});

describe('unsupported audio formats', () => {
  test.each<NewUpload>([
    { content_type: 'text/plain' },
    { content_type: 'video/x-msvideo' },
    { content_type: 'audio' },
    { content_type: octetStream },
    { content_type: octetStream, filename: 'call' },
    { content_type: octetStream, filename: 'call.txt' },
    { content_type: octetStream, filename: 'folder.mp3/call' },
    { content_type: 'audio/mpeg', filename: 'notes.pdf' },
  ])('the format of %j is unsupported', (body) => expect(typeOf(body)).toBe('unsupported_audio_format'));
});

test.each([
  [0, 'invalid'],
  [1, 'accepted'],
  [499_999_999, 'accepted'],
  [500_000_000, 'accepted'],
  [500_000_001, 'payload_too_large'],
  [2 ** 53, 'payload_too_large'],
  [1e18, 'payload_too_large'],
  [JSON.parse('1e400'), 'payload_too_large'],
  [-1e18, 'invalid'],
  [null, 'invalid'],
  [1.5, 'invalid'],
  [-1, 'invalid'],
  ['7', 'invalid'],
])('a size_bytes of %s gets %s', (size, expected) => {
  const parsed = NewUpload.safeParse({ content_type: 'audio/mpeg', size_bytes: size });
  expect(parsed.success ? typeOf(parsed.data) : 'invalid').toBe(expected);
});

test('an empty file is refused as one, not as a size that is inexact', () => {
  const { error } = NewUpload.safeParse({ content_type: 'audio/mpeg', size_bytes: 0 });
  expect(error?.issues.map(({ message }) => message)).toEqual([
    'An empty file cannot be transcribed. Send one with a recording.',
  ]);
});

test.each([
  {},
  { content_type: '' },
  { content_type: 'audio/mpeg\r\nx: y' },
  { content_type: 'audio/mpeg', filename: '' },
  { content_type: 'audio/mpeg', filename: 'x'.repeat(256) },
  { content_type: 'audio/mpeg', size: 3 },
  { content_type: 'audio/mpeg', filename: 'a\nb.mp3' },
  { content_type: 'audio/mpeg', filename: '\u0000.mp3' },
  { content_type: 'audio/mpeg', filename: '\u0085.mp3' },
])('the request %j is refused', (body) => expect(NewUpload.safeParse(body).success).toBe(false));
