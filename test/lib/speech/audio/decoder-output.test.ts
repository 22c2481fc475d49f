import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { audioBlocks } from '#lib/speech/audio/decoder-output.ts';
import { downmixer } from '#lib/speech/audio/downmix.ts';
import { collect } from '../../../support/audio.ts';

/** WAV as ffmpeg writes it to a pipe. The header is longer for more than two channels. */
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
/** The samples of each channel. */
const read = async (pieces: AsyncIterable<Buffer>, multichannel: boolean): Promise<number[][]> => {
  const blocks = await collect(audioBlocks(pieces, { multichannel }));
  const channels = blocks[0] ?? [];
  return channels.map((_, channel) => blocks.flatMap((block) => [...(block[channel] ?? [])]));
};
const sizes = fc.array(fc.integer({ min: 1, max: 5000 }), { minLength: 1, maxLength: 5 });

test('the samples do not depend on how the bytes are split', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.int16Array({ minLength: 1, maxLength: 9000 }),
      fc.integer({ min: 1, max: 8 }),
      sizes,
      async (pcm, channels, pieces) => {
        const whole = pcm.subarray(0, pcm.length - (pcm.length % channels));
        const mix = whole.length === 0 ? [] : [[...downmixer(channels)(whole)]];
        expect(await read(inPieces(wavOf(channels, pcm), pieces), false)).toEqual(mix);
      },
    ),
  );
});

test('output that ends within its header has no samples', async () => {
  const wav = wavOf(6, new Int16Array(12));
  for (let length = 0; length <= 68; length += 1) {
    for (const multichannel of [false, true])
      expect(await read(inPieces(wav.subarray(0, length), [7]), multichannel)).toEqual([]);
  }
});

const anyChannels = fc
  .tuple(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 1, max: 3000 }))
  .chain(([channels, length]) =>
    fc.array(fc.int16Array({ minLength: length, maxLength: length }), {
      minLength: channels,
      maxLength: channels,
    }),
  );

test('channels that are kept apart have the samples that each has in a file of its own', async () => {
  await fc.assert(
    fc.asyncProperty(anyChannels, sizes, async (channels, pieces) => {
      const frames = channels[0]?.length ?? 0;
      const interleaved = Int16Array.from(
        { length: channels.length * frames },
        (_, i) => channels[i % channels.length]?.[Math.floor(i / channels.length)] ?? 0,
      );
      const apart = await read(inPieces(wavOf(channels.length, interleaved), pieces), true);
      const alone = channels.map((pcm) => read(inPieces(wavOf(1, pcm), pieces), true));
      expect(apart).toEqual((await Promise.all(alone)).flat());
      expect(apart).toEqual(channels.map((pcm) => [...pcm]));
    }),
  );
});

test('more than eight channels are mixed, but not kept apart', async () => {
  const wav = wavOf(9, new Int16Array(90));
  expect(await read(inPieces(wav, [50]), false)).toEqual([Array(10).fill(0)]);
  await expect(read(inPieces(wav, [50]), true)).rejects.toEqual(
    expect.objectContaining({
      name: 'JobFailure',
      type: 'unsupported_audio_format',
      details: { channels: 9, max_channels: 8 },
      message: expect.stringContaining('has 9 channels'),
    }),
  );
});
