import { JobFailure } from '#lib/platform/errors.ts';
import { findFrameChain } from './frame-chain.ts';

/** The only ffmpeg demuxer that may read a file. */
export type Demuxer =
  | 'aac'
  | 'aiff'
  | 'amr'
  | 'asf'
  | 'flac'
  | 'loas'
  | 'matroska'
  | 'mov'
  | 'mp3'
  | 'ogg'
  | 'wav';

/** The format that the first bytes show, and where the audio begins after tags. */
export type AudioStart = { readonly demuxer: Demuxer; readonly start: number };

/** The number of bytes that `sniffAudio` needs: the rest of a frame, then three whole frames of the longest MP3 kind. */
export const sniffBytes = 4_608;

type Signature = { readonly at?: number; readonly bytes: string };

/** Signatures ("magic bytes") in Latin-1, so that each character is one byte. */
const containers: readonly { readonly demuxer: Demuxer; readonly signatures: readonly Signature[] }[] = [
  { demuxer: 'wav', signatures: [{ bytes: 'RIFF' }, { at: 8, bytes: 'WAVE' }] },
  { demuxer: 'wav', signatures: [{ bytes: 'RIFX' }, { at: 8, bytes: 'WAVE' }] },
  { demuxer: 'wav', signatures: [{ bytes: 'RF64' }, { at: 8, bytes: 'WAVE' }] },
  { demuxer: 'wav', signatures: [{ bytes: 'BW64' }, { at: 8, bytes: 'WAVE' }] },
  { demuxer: 'aiff', signatures: [{ bytes: 'FORM' }, { at: 8, bytes: 'AIFF' }] },
  { demuxer: 'aiff', signatures: [{ bytes: 'FORM' }, { at: 8, bytes: 'AIFC' }] },
  { demuxer: 'amr', signatures: [{ bytes: '#!AMR' }] },
  { demuxer: 'asf', signatures: [{ bytes: '\x30\x26\xb2\x75\x8e\x66\xcf\x11' }] },
  { demuxer: 'flac', signatures: [{ bytes: 'fLaC' }] },
  { demuxer: 'ogg', signatures: [{ bytes: 'OggS' }] },
  { demuxer: 'matroska', signatures: [{ bytes: '\x1a\x45\xdf\xa3' }] },
  ...['ftyp', 'moov', 'mdat', 'wide', 'free', 'skip'].map((atom) => ({
    demuxer: 'mov' as const,
    signatures: [{ at: 4, bytes: atom }],
  })),
];

/** The order matters, because a playlist may look like JSON. */
const nonAudio: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/^(#EXTM3U|ffconcat|\[playlist\]|v=0\r?\n)/i, 'a playlist'],
  [/^<(!doctype html|html|head|body)/i, 'an HTML page'],
  [/^<(\?xml|[a-z])/i, 'an XML document'],
  [/^[{[]\s*["{[\]}\d]/, 'a JSON document'],
  [/^%PDF/, 'a PDF document'],
  [/^PK[\x03\x05\x07]/, 'a ZIP archive'],
  [/^\x1f\x8b/, 'a gzip archive'],
  [/^(\x89PNG|GIF8|\xff\xd8\xff)/, 'an image'],
];

/** Detects the format by the first bytes after the tags. File names and declared types are unreliable. */
export const sniffAudio = (head: Uint8Array, { isTagged = false } = {}): Demuxer => {
  const demuxer = knownAudio(head) ?? findFrameChain(Buffer.from(head));
  if (demuxer) return demuxer;
  // Some taggers leave padding between the tag and the first frame. ffmpeg skips it.
  if (isTagged) return 'mp3';
  if (head.length === 0) throw new JobFailure('audio_unreadable', 'The file is empty.');

  const text = latin1(head)
    .replace(/^\xef\xbb\xbf/, '')
    .trimStart();
  const name = nonAudio.find(([pattern]) => pattern.test(text))?.[1];
  throw new JobFailure(
    'unsupported_audio_format',
    `The file is ${name ?? 'none of the supported formats'}. Send AAC, AIFF, AMR, ASF, FLAC, MP3, OGG, WAV, WebM, M4A or MP4.`,
  );
};

/**
 * The length in bytes of the ID3v2 tag at the start of `head`; 0 if there is none. A tag may contain a picture of
 * several megabytes.
 */
export const tagBytes = (head: Uint8Array): number => {
  if (head.length < 10 || !latin1(head).startsWith('ID3')) return 0;
  const [flags = 0, ...size] = head.subarray(5, 10);
  const footer = (flags & 0x10) === 0 ? 0 : 10;
  return 10 + size.reduce((sum, seven) => sum * 128 + (seven & 0x7f), 0) + footer;
};

const latin1 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');

const knownAudio = (head: Uint8Array): Demuxer | undefined => {
  const start = latin1(head);
  const container = containers.find(({ signatures }) =>
    signatures.every(({ at = 0, bytes }) => start.startsWith(bytes, at)),
  );
  return container?.demuxer ?? mpegAudio(head);
};

/** Files without a container begin with a frame header: eleven set bits, then version, layer, bitrate and sample rate. */
const mpegAudio = ([first = 0, second = 0, third = 0]: Uint8Array): Demuxer | undefined => {
  if (first === 0x56 && (second & 0xe0) === 0xe0) return 'loas';
  if (first !== 0xff || (second & 0xe0) !== 0xe0) return undefined;
  const layer = (second >> 1) & 3;
  if (layer === 0) return (second & 0xf0) === 0xf0 ? 'aac' : undefined;
  const isReserved = ((second >> 3) & 3) === 1 || third >> 4 === 15 || ((third >> 2) & 3) === 3;
  return isReserved ? undefined : 'mp3';
};
