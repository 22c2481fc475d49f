import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { monoBlocks } from '#lib/speech/audio/decoder-output.ts';
import { downmixer } from '#lib/speech/audio/downmix.ts';
import { collect } from '../../../support/audio.ts';

/** WAV as ffmpeg writes it to a pipe. More than two channels have a longer header. */
const wavOf = (channels: number, pcm: Int16Array): Buffer => {
  const format = Buffer.alloc(channels > 2 ? 40 : 16);
  format.writeUInt16LE(channels, 2);
  const size = Buffer.alloc(4);
  size.writeUInt32LE(format.length);
  const unknown = Buffer.alloc(4, 0xff);
  const head = [
    Buffer.from('RIFF'),
    unknown,
    Buffer.from('WAVEfmt '),
    size,
    format,
    Buffer.from('data'),
    unknown,
  ];
  return Buffer.concat([...head, Buffer.from(pcm.buffer, pcm.byteOffset, pcm.byteLength)]);
};
const inPieces = async function* (bytes: Buffer, sizes: readonly number[]): AsyncGenerator<Buffer> {
  for (let at = 0, i = 0; at < bytes.length; i += 1) {
    const size = sizes[i % sizes.length] ?? bytes.length;
    yield bytes.subarray(at, at + size);
    at += size;
  }
};
const read = async (pieces: AsyncIterable<Buffer>): Promise<number[]> =>
  (await collect(monoBlocks(pieces))).flatMap((block) => [...block]);

test('the samples do not depend on how the bytes are split', async () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 5000 }), { minLength: 1, maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(
      fc.int16Array({ minLength: 1, maxLength: 9000 }),
      fc.integer({ min: 1, max: 8 }),
      sizes,
      async (pcm, channels, pieces) => {
        const whole = pcm.subarray(0, pcm.length - (pcm.length % channels));
        expect(await read(inPieces(wavOf(channels, pcm), pieces))).toEqual([...downmixer(channels)(whole)]);
      },
    ),
  );
});

test('output that ends within its header has no samples', async () => {
  const wav = wavOf(6, new Int16Array(12));
  for (let length = 0; length <= 68; length += 1) {
    expect(await read(inPieces(wav.subarray(0, length), [7]))).toEqual([]);
  }
});
