import { expect, test } from 'vitest';
import { declaredByFlac } from '#lib/speech/audio/joined-flac.ts';
import { bytesReader } from '../../../support/bytes-reader.ts';
import { join, latin1, u16, u32 } from '../../../support/hostile-bytes.ts';

const declared = (file: Buffer) => declaredByFlac(bytesReader(file), 0);

test('a FLAC declares its samples, a streamed one declares none', async () => {
  const head = 'fLaC\0\0\0\x22\x10\0\x10\0\0\0\0\0\0\0\x0a\xc4\x42';
  expect(await declared(latin1(`${head}\xf0\0\x01\x58\x88`))).toEqual({ seconds: 2 });
  expect(await declared(latin1(`${head}\xf0\0\0\0\0`))).toEqual({});
});

/** A FLAC file with a picture, and bytes instead of frames. */
const flac = ({ rate = 16_000, channels = 1, bits = 16, block = 4_096, seconds = 2 } = {}): Buffer => {
  const format = ((rate << 12) | ((channels - 1) << 9) | ((bits - 1) << 4)) >>> 0;
  const info = join(
    u16(block),
    u16(block),
    Buffer.alloc(6),
    u32(format),
    u32(seconds * rate),
    Buffer.alloc(16),
  );
  return join('fLaC', u32(34), info, u32(0x8600_0800), Buffer.alloc(2_048, 7), Buffer.alloc(100_000, 1));
};

test('joined FLAC files declare the length of all together', async () => {
  expect(await declared(join(flac(), flac({ seconds: 3 }), flac({ seconds: 1 })))).toEqual({
    seconds: 6,
  });
  expect(await declared(join(flac({ seconds: 0 }), flac()))).toEqual({ seconds: 2 });
});

test.each([
  ['another rate', [flac(), flac({ rate: 44_100 }), flac()], { seconds: 6 }],
  ['other channels', [flac(), flac({ channels: 2 }), flac()], { seconds: 6 }],
  ['shorter frames', [flac(), flac({ block: 1_024 })], { seconds: 4 }],
  ['longer frames', [flac(), flac({ block: 4_608 })], { fault: 'joined' }],
  ['longer samples', [flac(), flac(), flac({ bits: 24 })], { fault: 'joined' }],
  ['another rate and other channels', [flac(), flac({ rate: 44_100, channels: 2 })], { fault: 'joined' }],
] as const)(
  'joined FLAC files are decoded only as far as the decoder follows: %s',
  async (_, files, expected) => {
    expect(await declared(join(...files))).toEqual(expected);
  },
);

test('of a million joined FLAC files few are read', async () => {
  const mark = join('fLaC\0\0\0\x22', Buffer.alloc(34));
  let reads = 0;
  const file = bytesReader(Buffer.alloc(1_000_000 * mark.length, mark));
  const at = (position: number, length: number) => {
    reads += 1;
    return file.at(position, length);
  };
  await declaredByFlac({ size: file.size, at }, 0);
  expect(reads).toBeLessThan(30_000);
});
