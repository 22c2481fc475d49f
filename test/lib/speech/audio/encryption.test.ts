import { expect, test } from 'vitest';
import { assertNotEncrypted } from '#lib/speech/audio/encryption.ts';
import { box } from '#lib/speech/audio/parts/mov-boxes.ts';
import type { Demuxer } from '#lib/speech/audio/sniff.ts';
import { bytesReader } from '../../../support/bytes-reader.ts';

/** An MP4 file with one audio track of this sample entry. */
const movie = (type: string): Buffer => {
  const description = box('stsd', 0, 1, box(type, Buffer.alloc(28)));
  const sound = box('hdlr', 0, 0, Buffer.from('soun'), Buffer.alloc(13));
  const media = box('mdia', sound, box('minf', box('stbl', description)));
  return Buffer.concat([box('ftyp', Buffer.from('M4A ')), box('moov', box('trak', media))]);
};

/** The head of an ASF file with these objects. */
const asf = (...ids: readonly string[]): Buffer => {
  const objects = ids.map((id) => {
    const object = Buffer.concat([Buffer.from(id, 'hex'), Buffer.alloc(40)]);
    object.writeBigUInt64LE(BigInt(object.length), 16);
    return object;
  });
  const head = Buffer.concat([Buffer.from('3026b2758e66cf11a6d900aa0062ce6c', 'hex'), Buffer.alloc(14)]);
  const file = Buffer.concat([head, ...objects]);
  file.writeBigUInt64LE(BigInt(file.length), 16);
  return Buffer.concat([file, Buffer.alloc(100)]);
};
const fileProperties = 'a1dcab8c47a9cf118ee400c00c205365';

const judged = (demuxer: Demuxer, bytes: Buffer): Promise<unknown> =>
  assertNotEncrypted(bytesReader(bytes), { demuxer, start: 0 }).then(
    () => 'taken',
    (error: unknown) => error,
  );

test.each([
  ['a film with Common Encryption', 'mov', movie('enca')],
  ['music from iTunes', 'mov', movie('drms')],
  ['a book from Audible', 'mov', movie('aavd')],
  ['protected WMA', 'asf', asf(fileProperties, 'fbb3112223bdd211b4b700a0c955fc6e')],
  ['WMA with extended protection', 'asf', asf(fileProperties, '14e68a292226174cb935dae07ee9289c')],
] as const)('%s is refused before it is decoded, and the message says why', async (_, demuxer, bytes) => {
  expect(await judged(demuxer, bytes)).toMatchObject({
    name: 'JobFailure',
    type: 'audio_unreadable',
    message: 'The audio is encrypted by a copy protection. Send a copy without it.',
  });
});

test.each([
  ['M4A', 'mov', movie('mp4a')],
  ['WMA', 'asf', asf(fileProperties)],
  ['WMA whose object has no length', 'asf', asf(fileProperties).fill(0, 46, 54)],
  ['WMA whose object has a length of 64 bits', 'asf', asf(fileProperties).fill(0x7f, 46, 54)],
  ['WMA that is cut off', 'asf', asf(fileProperties, fileProperties).subarray(0, 60)],
  ['MP4 without an index', 'mov', movie('mp4a').subarray(0, 12)],
] as const)('%s is taken', async (_, demuxer, bytes) => {
  expect(await judged(demuxer, bytes)).toBe('taken');
});
