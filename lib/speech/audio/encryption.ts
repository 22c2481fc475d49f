import { JobFailure } from '#lib/platform/errors.ts';
import { asfIds, asfObject, asfObjects } from './asf-objects.ts';
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

/** The head of the header object, the number of its objects and two reserved bytes. Then the objects follow. */
const headerBytes = 30;

const isEncryptedAsf = async (file: ByteReader, start: number): Promise<boolean> => {
  const header = await asfObject(file, start);
  if (!header) return false;
  for await (const { id } of asfObjects(file, start + headerBytes, start + header.bytes))
    if (id === asfIds.encryption || id === asfIds.extendedEncryption) return true;
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
