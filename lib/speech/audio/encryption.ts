import { JobFailure } from '#lib/platform/errors.ts';
import type { ByteReader } from './byte-reader.ts';
import { findMovie } from './parts/find-movie.ts';
import { sampleTypeIn } from './parts/mov-track.ts';
import type { AudioStart } from './sniff.ts';

/** Sample entries of encrypted audio: Common Encryption, iTunes, Audible. */
const encryptedTypes: ReadonlySet<string> = new Set(['enca', 'drms', 'aavd']);

const isEncryptedMov = async (file: ByteReader): Promise<boolean> => {
  const { moov } = await findMovie(file);
  return moov !== undefined && encryptedTypes.has(sampleTypeIn(moov) ?? '');
};

/** The ids of ASF's Content Encryption Object and Extended Content Encryption Object. */
const encryptionObjects: ReadonlySet<string> = new Set([
  'fbb3112223bdd211b4b700a0c955fc6e',
  '14e68a292226174cb935dae07ee9289c',
]);
const headerBytes = 30;
const objectHeadBytes = 24;
/** Bounds the search in a hostile file. */
const maxObjects = 1000;

const isEncryptedAsf = async (file: ByteReader, start: number): Promise<boolean> => {
  const header = await file.at(start, objectHeadBytes);
  if (header.length < objectHeadBytes) return false;
  const end = start + Number(header.readBigUInt64LE(16));
  let at = start + headerBytes;
  for (let seen = 0; seen < maxObjects && at + objectHeadBytes <= end; seen += 1) {
    const object = await file.at(at, objectHeadBytes);
    if (object.length < objectHeadBytes) return false;
    if (encryptionObjects.has(object.toString('hex', 0, 16))) return true;
    at += Math.max(objectHeadBytes, Number(object.readBigUInt64LE(16)));
  }
  return false;
};

/**
 * Throws for audio under copy protection. ffmpeg takes the encrypted packets for damaged ones, or even for sound, without
 * a word about encryption.
 */
export const assertNotEncrypted = async (file: ByteReader, { demuxer, start }: AudioStart): Promise<void> => {
  const isEncrypted =
    (demuxer === 'mov' && (await isEncryptedMov(file))) ||
    (demuxer === 'asf' && (await isEncryptedAsf(file, start)));
  if (isEncrypted)
    throw new JobFailure(
      'audio_unreadable',
      'The audio is encrypted by a copy protection. Send a copy without it.',
    );
};
