import fc from 'fast-check';
import { expect, test } from 'vitest';
import { walkAmr } from '#lib/speech/audio/amr-frames.ts';
import { declaredByAmr, declaredLength } from '#lib/speech/audio/declared-length.ts';
import type { Demuxer } from '#lib/speech/audio/sniff.ts';
import { amr } from '../../../support/audio-formats.ts';
import { bytesReader } from '../../../support/bytes-reader.ts';
import { atom, join, u32 } from '../../../support/hostile-bytes.ts';

const declared = async (demuxer: Demuxer, content: Buffer) => {
  const file = bytesReader(content);
  return demuxer === 'amr'
    ? declaredByAmr(await walkAmr(file, 0))
    : declaredLength(file, { demuxer, start: 0 });
};
const bytes = (latin1: string, ...more: readonly Uint8Array[]): Buffer =>
  Buffer.concat([Buffer.from(latin1, 'latin1'), ...more]);
const wavHead = 'RIFF....WAVEfmt \x10\0\0\0\x01\0\x01\0\x80\x3e\0\0\0\x7d\0\0\x02\0\x10\0';

test('a WAV declares the length of its data chunk, at any position', async () => {
  const list = 'LIST\x03\0\0\0abc\0';
  expect(await declared('wav', bytes(`${wavHead}data\xc8\0\0\0`, Buffer.alloc(200)))).toEqual({ share: 1 });
  expect(await declared('wav', bytes(`${wavHead}${list}data\xc8\0\0\0`, Buffer.alloc(50)))).toEqual({
    share: 0.25,
  });
});

test('a WAV continues past its declared data unless another chunk follows', async () => {
  const head = `${wavHead}data\x04\0\0\0abcd`;
  expect(await declared('wav', bytes(`${head}LIST\x04\0\0\0abcd`))).toEqual({ continuesPastEnd: false });
  const odd = `${wavHead}data\x03\0\0\0abc\0`;
  const unpadded = `${wavHead}data\x03\0\0\0abc`;
  expect(await declared('wav', bytes(`${odd}LIST\x04\0\0\0abcd`))).toEqual({ continuesPastEnd: false });
  // Some writers omit the padding byte after a chunk of odd size.
  expect(await declared('wav', bytes(`${unpadded}LIST\x04\0\0\0abcd`))).toEqual({ continuesPastEnd: false });
  expect(await declared('wav', bytes(`${head}LIST\xff\xff\0\0abcd`))).toEqual({ continuesPastEnd: true });
  expect(await declared('wav', bytes(head, Buffer.alloc(100, 0x80)))).toEqual({ continuesPastEnd: true });
});

test('an AIFF declares all its sound unless audio follows instead of another chunk', async () => {
  const head = 'FORM....AIFFSSND\0\0\0\x04abcd';
  expect(await declared('aiff', bytes(head))).toEqual({ share: 1 });
  expect(await declared('aiff', bytes(`${head}ANNO\0\0\0\x04abcd`))).toEqual({});
  expect(await declared('aiff', bytes(head, Buffer.alloc(12, 0x80)))).toEqual({ knownShare: 0.25 });
});

test.each(['\0\0\0\0', '\xff\xff\xff\xff', '\xff\xff\xff\x7f', '\0\0\0\x80'])(
  'a placeholder for the size (%j) promises nothing',
  async (size) => {
    expect(await declared('wav', bytes(`${wavHead}data${size}`, Buffer.alloc(100)))).toEqual({});
  },
);

const rf64 = (samples: bigint, says = '\xff\xff\xff\xff'): Buffer => {
  const sizes = Buffer.alloc(28);
  sizes.writeBigUInt64LE(samples, 8);
  const head = wavHead
    .replace('RIFF', 'RF64')
    .replace('WAVE', `WAVEds64\x1c\0\0\0${sizes.toString('latin1')}`);
  return bytes(`${head}data${says}`, Buffer.alloc(100, 0x80));
};

test('an RF64 declares the 64-bit length of its samples, however large, and 0 is none', async () => {
  expect(await declared('wav', rf64(200n))).toEqual({ share: 0.5 });
  expect(await declared('wav', rf64(100_000_000_000n))).toEqual({ share: 1e-9 });
  expect(await declared('wav', rf64(50n))).toEqual({ continuesPastEnd: true });
  expect(await declared('wav', rf64(0n))).toEqual({});
  expect(await declared('wav', rf64(2n ** 64n - 1n))).toEqual({});
});

test('zeros behind the samples of a WAV or an AIFF are no audio, unless something follows them', async () => {
  const wav = `${wavHead}data\x04\0\0\0abcd`;
  const aiff = 'FORM....AIFFSSND\0\0\0\x04abcd';
  const zeros = Buffer.alloc(3_000_000);
  expect(await declared('wav', bytes(wav, zeros))).toEqual({ continuesPastEnd: false });
  expect(await declared('aiff', bytes(aiff, zeros))).toEqual({});
  expect(await declared('wav', bytes(wav, zeros, Buffer.from('a')))).toEqual({ continuesPastEnd: true });
  expect(await declared('aiff', bytes(aiff, zeros, Buffer.from('a')))).toHaveProperty('knownShare');
});

test('an MP3 declares the frames in the header of Xing, LAME or Fraunhofer', async () => {
  const frames = '\0\0\0\x01\0\0\0\x64';
  const stereo = bytes(`\xff\xfb\x90\x64${'\0'.repeat(32)}Info${frames}`, Buffer.alloc(200));
  const mono = bytes(`\xff\xf3\x90\xc4${'\0'.repeat(9)}Xing${frames}`, Buffer.alloc(200));
  const vbri = bytes(`\xff\xfb\x90\x64${'\0'.repeat(32)}VBRI${'\0'.repeat(10)}\0\0\0\x64`, Buffer.alloc(200));
  expect(await declared('mp3', stereo)).toEqual({ seconds: 115_200 / 44_100 });
  expect(await declared('mp3', mono)).toEqual({ seconds: 57_600 / 22_050 });
  expect(await declared('mp3', vbri)).toEqual({ seconds: 115_200 / 44_100 });
  expect(await declared('mp3', bytes('\xff\xfb\x90\x64', Buffer.alloc(250)))).toEqual({ seconds: undefined });
});

test('an ASF of which most is missing is cut off, however long it was', async () => {
  const header = bytes('\x30\x26\xb2\x75', Buffer.alloc(12), Buffer.from([24]), Buffer.alloc(7));
  const size = Buffer.alloc(8);
  size.writeBigUInt64LE(700_000_000n);
  const data = Buffer.concat([Buffer.from('3626b2758e66cf11', 'hex'), Buffer.alloc(8), size]);
  expect(await declared('asf', join(header, data))).toEqual({ share: 24 / 700_000_000 });
});

test('an OGG is cut if its last page is truncated', async () => {
  const page = `OggS\0${'\0'.repeat(21)}\x02\xff\x01`;
  expect(await declared('ogg', bytes(page, Buffer.alloc(256)))).toEqual({});
  expect(await declared('ogg', bytes(page, Buffer.alloc(255)))).toEqual({ fault: 'cut off' });
  expect(await declared('ogg', bytes('OggS\0'))).toEqual({ fault: 'cut off' });
});

test('an AMR declares nothing, as its last pause may be left out, but a damaged one how far it can be read', async () => {
  expect(await declared('amr', amr(false))).toEqual({});
  expect(await declared('amr', join(amr(true), 'junk'))).toEqual({ fault: 'damaged', seconds: 3 });
});

const fragment = join(atom('moof', Buffer.alloc(40)), atom('mdat', Buffer.alloc(200, 7)));
const live = join(atom('ftyp', 'isom'), atom('moov', Buffer.alloc(90)), fragment, fragment);

test.each([
  ['that ends with a fragment', live, undefined],
  ['that ends with an index', join(live, atom('mfra', 'abcd')), undefined],
  ['whose last box goes on to the end', join(live, u32(0), 'mdat', Buffer.alloc(99)), undefined],
  ['that has a length of 64 bits', join(live, u32(1), 'mdat', u32(0), u32(20), 'abcd', fragment), undefined],
  ['that ends within a head', live.subarray(0, -244), 'cut off'],
  ['that ends within a moof', live.subarray(0, -220), 'cut off'],
  ['that ends within an mdat', live.subarray(0, -1), 'cut off'],
  ['a slice of which came twice', join(live.subarray(0, -100), live.subarray(-150)), 'damaged'],
  ['a slice of which is lost', join(live.subarray(0, -300), live.subarray(-150)), 'damaged'],
  ['a moof of which is zeros', join(live, Buffer.alloc(48), fragment), 'damaged'],
] as const)('a fragmented MP4 %s: %#', async (_, file, fault) => {
  expect(await declared('mov', file)).toEqual({ fault });
});

test('an MP4 without fragments is judged by its index, whatever is behind it', async () => {
  const file = join(atom('ftyp', 'isom'), atom('mdat', Buffer.alloc(90)), atom('moov', Buffer.alloc(90)));
  for (const rest of ['', Buffer.alloc(512), 'junk', u32(99)])
    expect(await declared('mov', join(file, rest))).toEqual({});
});

const plain = join(atom('ftyp', 'M4A '), atom('moov', Buffer.alloc(90)), atom('mdat', Buffer.alloc(90)));
/** A fragment whose tracks begin at these times. */
const at = (...times: readonly number[]): Buffer => {
  const tracks = times.map((time, track) =>
    atom('traf', atom('tfhd', u32(0), u32(track + 1)), atom('tfdt', u32(0), u32(time))),
  );
  return join(atom('moof', ...tracks), atom('mdat', Buffer.alloc(200, 7)));
};
const head = join(atom('ftyp', 'isom'), atom('moov', Buffer.alloc(90)));
const long = (short: Buffer): Buffer => {
  const time = short.indexOf('tfdt');
  const wide = join(short.subarray(0, time + 4), u32(0x0100_0000), u32(1), short.subarray(time + 8));
  for (const box of ['tfdt', 'traf', 'moof']) {
    const size = wide.indexOf(box) - 4;
    wide.writeUInt32BE(wide.readUInt32BE(size) + 4, size);
  }
  return wide;
};

test.each([
  ['two files with an index', join(plain, plain), 'joined'],
  ['two files in fragments', join(head, at(0), at(50), head, at(0), at(50)), 'joined'],
  ['fragments in the wrong order', join(head, at(0), at(90), at(50)), 'joined'],
  ['times of 64 bits', join(head, at(0), long(at(90)), long(at(50))), 'joined'],
  ['a second track that steps back', join(head, at(0, 70), at(50, 60)), 'joined'],
  ['fragments with pictures', join(head, at(0, 0), at(50, 40), at(90, 80)), undefined],
  ['a fragment that was sent twice', join(head, at(0), at(50), at(50), at(90)), undefined],
  ['a header that was sent again', join(head, at(0), head, at(50)), undefined],
  ['fragments without times', join(head, at(50), fragment, at(90)), undefined],
] as const)('an MP4 of %s is judged by the order of its times', async (_, file, fault) => {
  expect(await declared('mov', file)).toEqual({ fault });
});

test('a WAV, AIFF or ASF with another one behind it is joined', async () => {
  const wav = bytes(`${wavHead.replace('....', '\x29\0\0\0')}data\x05\0\0\0abcde\0`);
  expect(await declared('wav', join(wav, wav))).toEqual({ fault: 'joined' });
  expect(await declared('wav', join(wav, 'LIST\x04\0\0\0abcd', wav))).toEqual({ fault: 'joined' });
  expect(await declared('wav', join(wav, 'cue \x04\0\0\0abcddata\x04\0\0\0abcd'))).toEqual({
    fault: 'joined',
  });
  // Some writers omit the padding byte after a chunk of odd size.
  expect(await declared('wav', join(wav.subarray(0, -1), wav))).toEqual({ fault: 'joined' });
  const aiff = bytes('FORM\0\0\0\x10AIFFSSND\0\0\0\x04abcd');
  expect(await declared('aiff', join(aiff, aiff))).toEqual({ fault: 'joined' });
  const object = (id: string, more: Buffer): Buffer => {
    const size = Buffer.alloc(8);
    size.writeBigUInt64LE(BigInt(24 + more.length));
    return join(Buffer.from(id, 'hex'), Buffer.alloc(8), size, more);
  };
  const sound = join(
    object('3026b2758e66cf11', Buffer.alloc(6)),
    object('3626b2758e66cf11', Buffer.alloc(50)),
  );
  const index = object('90080033b1e5cf11', Buffer.alloc(9));
  expect(await declared('asf', join(sound, index))).toEqual({ share: 1 });
  expect(await declared('asf', join(sound, index, sound))).toEqual({ fault: 'joined' });
});

test('reading the declared length of any bytes returns finite numbers', async () => {
  const starts = ['', wavHead, 'FORM....AIFF', 'fLaC', 'OggS', '\x30\x26\xb2\x75', '\xff\xfb'];
  const demuxers: Demuxer[] = ['wav', 'aiff', 'asf', 'flac', 'mp3', 'ogg', 'mov', 'amr'];
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...demuxers),
      fc.constantFrom(...starts),
      fc.uint8Array({ maxLength: 400 }),
      async (demuxer, start, rest) => {
        const { share = 1, seconds = 1, knownShare = 1 } = await declared(demuxer, bytes(start, rest));
        expect(share).toBeGreaterThanOrEqual(0);
        expect(share).toBeLessThanOrEqual(1);
        expect(seconds).toBeGreaterThan(0);
        expect(knownShare).toBeGreaterThanOrEqual(0);
        expect(knownShare).toBeLessThanOrEqual(1);
      },
    ),
    { numRuns: 1000 },
  );
});
