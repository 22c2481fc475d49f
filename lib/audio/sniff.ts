import { JobFailure } from '#lib/errors.ts';

/** The ffmpeg demuxers that may read a file which starts as this one does; one of them is forced. */
export type Demuxers = readonly [string, ...string[]];

/** How many bytes `sniffAudio` wants to see. */
export const sniffBytes = 512;

type Mark = { readonly at?: number; readonly bytes: string };

/** Latin-1, so that a character is a byte. */
const containers: readonly { readonly demuxers: Demuxers; readonly marks: readonly Mark[] }[] = [
  { demuxers: ['wav'], marks: [{ bytes: 'RIFF' }, { at: 8, bytes: 'WAVE' }] },
  { demuxers: ['wav'], marks: [{ bytes: 'RF64' }, { at: 8, bytes: 'WAVE' }] },
  { demuxers: ['aiff'], marks: [{ bytes: 'FORM' }, { at: 8, bytes: 'AIFF' }] },
  { demuxers: ['aiff'], marks: [{ bytes: 'FORM' }, { at: 8, bytes: 'AIFC' }] },
  { demuxers: ['amr'], marks: [{ bytes: '#!AMR' }] },
  { demuxers: ['asf'], marks: [{ bytes: '\x30\x26\xb2\x75\x8e\x66\xcf\x11' }] },
  { demuxers: ['flac'], marks: [{ bytes: 'fLaC' }] },
  { demuxers: ['ogg'], marks: [{ bytes: 'OggS' }] },
  { demuxers: ['matroska'], marks: [{ bytes: '\x1a\x45\xdf\xa3' }] },
  { demuxers: ['aac'], marks: [{ bytes: 'ADIF' }] },
  // An ID3 tag stands before several formats and can be longer than what we see.
  { demuxers: ['mp3', 'aac', 'flac'], marks: [{ bytes: 'ID3' }] },
  ...['ftyp', 'moov', 'mdat', 'wide', 'free', 'skip'].map((atom) => ({
    demuxers: ['mov'] as const,
    marks: [{ at: 4, bytes: atom }],
  })),
];

/** In the order of looking: a playlist may begin like JSON. */
const others: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/^(#EXTM3U|ffconcat|\[playlist\]|v=0\r?\n)/i, 'a playlist'],
  [/^<(!doctype html|html|head|body)/i, 'an HTML page'],
  [/^<(\?xml|[a-z])/i, 'an XML document'],
  [/^[{[]\s*["{[\]}\d]/, 'a JSON document'],
  [/^%PDF/, 'a PDF document'],
  [/^PK[\x03\x05\x07]/, 'a ZIP archive'],
  [/^\x1f\x8b/, 'a gzip archive'],
  [/^(\x89PNG|GIF8|\xff\xd8\xff)/, 'an image'],
];

/** Tells by its first bytes what a file is. Names and declared types are not asked: they lie. */
export function sniffAudio(head: Uint8Array): Demuxers {
  if (head.length === 0) throw new JobFailure('audio_unreadable', 'The file is empty.');
  const start = Buffer.from(head).toString('latin1');
  const container = containers.find(({ marks }) =>
    marks.every(({ at = 0, bytes }) => start.startsWith(bytes, at)),
  );
  const demuxers = container?.demuxers ?? mpegAudio(head);
  if (demuxers) return demuxers;

  const text = start.replace(/^\xef\xbb\xbf/, '').trimStart();
  const name = others.find(([pattern]) => pattern.test(text))?.[1];
  throw new JobFailure(
    'unsupported_audio_format',
    `The file is ${name ?? 'none of the supported formats'}. Send AAC, AIFF, AMR, ASF, FLAC, MP3, OGG, WAV, WebM, M4A or MP4.`,
  );
}

/** Files without a container begin with the header of a frame: eleven set bits, then version, layer, bitrate and rate. */
function mpegAudio([first = 0, second = 0, third = 0]: Uint8Array): Demuxers | undefined {
  if (first !== 0xff || (second & 0xe0) !== 0xe0) return undefined;
  const layer = (second >> 1) & 3;
  if (layer === 0) return (second & 0xf0) === 0xf0 ? ['aac'] : undefined;
  const isReserved = ((second >> 3) & 3) === 1 || third >> 4 === 15 || ((third >> 2) & 3) === 3;
  return isReserved ? undefined : ['mp3'];
}
