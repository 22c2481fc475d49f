import {
  type HostileFile,
  iffChunk,
  join,
  latin1,
  le16,
  le32,
  many,
  named,
  noise,
  riffChunk,
  u16,
  u32,
} from './hostile-bytes.ts';

type Format = {
  codec?: number;
  channels?: number;
  rate?: number;
  align?: number;
  bits?: number;
  extra?: Buffer;
};
const wavFormat = ({ codec = 1, channels = 1, rate = 8000, align = 2, bits = 16, extra }: Format): Buffer =>
  join(le16(codec), le16(channels), le32(rate), le32(rate * align), le16(align), le16(bits), extra ?? '');
/** A WAV file with this format header. The header may not match the data. */
export const wav = (format: Format, data: Buffer = noise(20_000)): Buffer =>
  join('RIFF', u32(0xffffffff), 'WAVE', riffChunk('fmt ', wavFormat(format)), riffChunk('data', data));

const wavs = (): HostileFile[] => [
  ...[
    0x2, 0x11, 0x31, 0x42, 0x45, 0x50, 0x55, 0x61, 0xff, 0x160, 0x161, 0x162, 0x163, 0x2000, 0xfffe, 0xffff,
  ].flatMap((codec) =>
    [1, 255].map((channels) => ({
      name: `WAV of codec ${codec.toString(16)} with ${channels} channels and a lying format`,
      bytes: wav({ codec, channels, align: 1, bits: 4, extra: join(le16(60_000), noise(40)) }),
    })),
  ),
  ...named({
    'WAV with frames of no bytes': wav({ align: 0 }),
    'WAV with frames of 64 KiB': wav({ align: 65_535, channels: 2 }),
    'WAV of no bits': wav({ bits: 0 }),
    'WAV of 65,535 bits': wav({ bits: 65_535 }),
    'WAV of 64 bits and 64 channels': wav({ codec: 3, bits: 64, channels: 64, align: 512 }),
    'WAV of 65 channels': wav({ channels: 65, align: 130 }),
    'WAV at 2^31 Hz': wav({ rate: 0x80000000 }),
    'WAV with 100,000 empty chunks': join(
      'RIFF',
      u32(0),
      'WAVE',
      many(riffChunk('junk', latin1('')), 100_000),
      noise(100),
    ),
    'WAV whose chunks are 2^32 - 1 long': join(
      'RIFF',
      u32(0xffffffff),
      'WAVE',
      'LIST',
      u32(0xffffffff),
      'fmt ',
      u32(0xffffffff),
      noise(5000),
    ),
    'WAV in WAV in WAV': wav({}, wav({}, wav({}, noise(5000)))),
    'RF64 that says 2^64 bytes': join(
      'RF64',
      u32(0xffffffff),
      'WAVE',
      riffChunk('ds64', Buffer.alloc(28, 0xff)),
      riffChunk('fmt ', wavFormat({})),
      'data',
      u32(0xffffffff),
      noise(5000),
    ),
    'WAV with its format twice': join(
      'RIFF',
      u32(0),
      'WAVE',
      riffChunk('fmt ', wavFormat({})),
      riffChunk('fmt ', wavFormat({ channels: 60_000, codec: 0x55 })),
      riffChunk('data', noise(5000)),
    ),
  }),
];

const aiffFormat = (channels: number, bits: number, rate: Buffer): Buffer =>
  join(u16(channels), u32(5000), u16(bits), rate);
const rate8000 = Buffer.from([0x40, 0x0b, 0xfa, 0, 0, 0, 0, 0, 0, 0]);
const aiff = (format: Buffer, kind = 'AIFF'): Buffer =>
  join(
    'FORM',
    u32(99_999),
    kind,
    iffChunk('COMM', format),
    iffChunk('SSND', join(u32(0), u32(0), noise(20_000))),
  );

const aiffs = (): HostileFile[] => [
  ...['sowt', 'fl64', 'ima4', 'MAC3', 'GSM ', 'QDM2', 'alac', 'ulaw', 'G722', 'Qclp', 'XXXX'].map(
    (codec) => ({
      name: `AIFC of ${codec} that lies`,
      bytes: aiff(join(aiffFormat(255, 3, rate8000), codec, noise(30)), 'AIFC'),
    }),
  ),
  ...named({
    'AIFF at 0 Hz': aiff(aiffFormat(1, 16, Buffer.alloc(10))),
    'AIFF at infinite Hz': aiff(aiffFormat(1, 16, Buffer.from([0x7f, 0xff, 0x80, 0, 0, 0, 0, 0, 0, 0]))),
    'AIFF at negative Hz': aiff(aiffFormat(1, 16, Buffer.alloc(10, 0xff))),
    'AIFF of no channels': aiff(aiffFormat(0, 16, rate8000)),
    'AIFF of 65,535 channels': aiff(aiffFormat(65_535, 32, rate8000)),
    'AIFF with half a format': aiff(Buffer.alloc(2, 1)),
    'AIFF whose sound begins behind its end': join(
      'FORM',
      u32(99),
      'AIFF',
      iffChunk('COMM', aiffFormat(1, 16, rate8000)),
      'SSND',
      u32(0xffffffff),
      u32(0xffffff00),
      u32(0),
      noise(3000),
    ),
  }),
];

/** WAV and AIFF files whose headers do not match their samples. */
export const hostileSamples = (): HostileFile[] => [...wavs(), ...aiffs()];
