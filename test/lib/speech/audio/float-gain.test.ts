import { expect, test } from 'vitest';
import { floatGain } from '#lib/speech/audio/float-gain.ts';
import { bytesReader } from '../../../support/bytes-reader.ts';
import { riffChunk } from '../../../support/hostile-bytes.ts';

type Wav = {
  readonly id?: 'RIFF' | 'RF64';
  /** The size of the samples in the header. */
  readonly says?: number;
  readonly after?: Buffer;
  readonly samples?: Buffer;
};

/** Float samples with a peak of a thousandth. With 16 bits, only 33 steps of them would remain. */
const quiet = Buffer.from(Float32Array.from({ length: 400 }, (_, i) => 0.001 * Math.sin(i)).buffer);

const gainOf = ({
  id = 'RIFF',
  samples = quiet,
  says = samples.length,
  after = Buffer.alloc(0),
}: Wav): Promise<number> => {
  const format = Buffer.alloc(16);
  format.writeUInt16LE(3, 0);
  format.writeUInt16LE(32, 14);
  const sizes = Buffer.alloc(28);
  sizes.writeBigUInt64LE(BigInt(samples.length), 8);
  const file = Buffer.concat([
    Buffer.from(`${id}\0\0\0\0WAVE`, 'latin1'),
    ...(id === 'RF64' ? [riffChunk('ds64', sizes)] : []),
    ...[riffChunk('fmt ', format), riffChunk('data', samples, says), after],
  ]);
  return floatGain(bytesReader(file), { demuxer: 'wav', start: 0 });
};

// Interpreted as samples, letters are numbers above 10^12.
const tags = riffChunk('LIST', Buffer.from('INFOISFT\x08\0\0\0an editor'.slice(0, 20), 'latin1'));
const unknown = 0xffff_ffff;

test.each([
  ['as the last chunk', {}],
  ['with tags behind them', { after: tags }],
  ['in a file of 64-bit lengths with tags behind them', { id: 'RF64', says: unknown, after: tags }],
  ['whose length the recorder did not know', { says: unknown }],
  ['whose header knows half of them', { says: quiet.length / 2 }],
  ['with an old tag behind them', { after: Buffer.from('TAGInterview'.padEnd(128, '\0')) }],
  ['of unknown length with tags behind them', { says: unknown, after: tags }],
] as const)('quiet float samples %s are amplified by their own peak', async (_, file) => {
  expect(await gainOf(file)).toBeCloseTo(500, -1);
});

/** A second of speech at 16 kHz with this peak, and some samples with another value. */
const withWild = (peak: number, wild: number, count: number): Buffer =>
  Buffer.from(
    Float32Array.from({ length: 16_000 }, (_, i) => (i < count ? wild : peak * Math.sin(i))).buffer,
  );

test.each([
  [0.5, 1_000, 1],
  [0.5, 30_000, 100],
  [0.5, NaN, 100],
] as const)(
  'speech of a peak of %d keeps its level, whatever a click amid it says (%d)',
  async (peak, wild, count) => {
    expect(await gainOf({ samples: withWild(peak, wild, count) })).toBe(1);
  },
);

test('quiet speech is amplified by its own peak, not by that of a click', async () => {
  expect(await gainOf({ samples: withWild(0.001, 1, 50) })).toBeCloseTo(500, -1);
});

test.each([
  ['as loud as samples may be', 1, 1],
  ['twice as loud', 2, 0.25],
  ['of 16 bits as floats', 32_768, 0.5 / 32_768],
])('speech %s gets a peak that 16 bits have room for', async (_, peak, gain) => {
  expect((await gainOf({ samples: withWild(peak, 0, 0) })) / gain).toBeCloseTo(1, 1);
});
