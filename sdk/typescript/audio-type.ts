const ascii = (bytes: Uint8Array, from: number, to: number): string =>
  String.fromCharCode(...bytes.subarray(from, to));

/** RIFF, its big-endian form, and its forms with 64-bit lengths. */
const riffs = ['RIFF', 'RIFX', 'RF64', 'BW64'];

/** The first bytes of each format. */
const signatures: readonly (readonly [type: string, matches: (bytes: Uint8Array) => boolean])[] = [
  ['audio/wav', (bytes) => riffs.includes(ascii(bytes, 0, 4)) && ascii(bytes, 8, 12) === 'WAVE'],
  ['audio/aiff', (bytes) => ascii(bytes, 0, 4) === 'FORM' && ascii(bytes, 8, 11) === 'AIF'],
  ['audio/ogg', (bytes) => ascii(bytes, 0, 4) === 'OggS'],
  ['audio/flac', (bytes) => ascii(bytes, 0, 4) === 'fLaC'],
  ['audio/amr', (bytes) => ascii(bytes, 0, 5) === '#!AMR'],
  ['audio/mp4', (bytes) => ascii(bytes, 4, 8) === 'ftyp'],
  ['audio/webm', ([a, b, c, d]) => a === 0x1a && b === 0x45 && c === 0xdf && d === 0xa3],
  ['audio/x-ms-asf', ([a, b, c, d]) => a === 0x30 && b === 0x26 && c === 0xb2 && d === 0x75],
  ['audio/aac', ([a, b = 0]) => a === 0xff && (b & 0xf6) === 0xf0],
  // LATM audio in a LOAS stream.
  ['audio/aac', ([a, b = 0]) => a === 0x56 && (b & 0xe0) === 0xe0],
  ['audio/mpeg', (bytes) => ascii(bytes, 0, 3) === 'ID3' || isMpegFrame(bytes)],
];

const isMpegFrame = ([a, b = 0]: Uint8Array): boolean =>
  a === 0xff && (b & 0xe0) === 0xe0 && (b & 0x06) !== 0;

const headBytes = 16;

/** The MIME type of audio, from its first bytes. Undefined if they match no known format. */
export const audioTypeOf = async (audio: Blob): Promise<string | undefined> => {
  const head = new Uint8Array(await audio.slice(0, headBytes).arrayBuffer());
  return signatures.find(([, matches]) => matches(head))?.[0];
};
