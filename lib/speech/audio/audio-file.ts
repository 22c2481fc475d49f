import { walkAmr } from './amr-frames.ts';
import { type ByteReader, readFileAt } from './byte-reader.ts';
import { declaredByAmr, declaredLength } from './declared-length.ts';
import type { DeclaredLength } from './declared.ts';
import type { ByteEdit } from './decoder-input.ts';
import { assertNotEncrypted } from './encryption.ts';
import { floatGain } from './float-gain.ts';
import { walkSegments } from './joined-segments.ts';
import { tagsAmongFrames } from './mp3-tags.ts';
import { isWholeAmr } from './parts/mov-amr.ts';
import { walkLinks } from './ogg-links.ts';
import { type AudioStart, type Demuxer, sniffAudio, sniffBytes, tagBytes } from './sniff.ts';
import { filledCodec } from './wav-format.ts';
import { assertRate } from './declared-rate.ts';

/** The facts about a file that need no decoding. */
export type AudioFile = {
  readonly demuxer: Demuxer;
  readonly declared: DeclaredLength;
  /** The decoder to use, where ffmpeg would choose a wrong one. */
  readonly codec: string | undefined;
  /** The factor by which to amplify the samples before they are reduced to 16 bits. */
  readonly gain: number;
  /** Whether packets that cannot be decoded are pauses: ffmpeg's AMR decoders do not support comfort noise. */
  readonly hasPauses: boolean;
  /** Whether its times are wrong: those of an OGG whose rate changes count samples of the first rate. */
  readonly hasWrongTimes: boolean;
  /** Where joined files meet, in order: there the decoder takes tags and headers for sound, or for the end. */
  readonly edits: readonly ByteEdit[];
};

/** A file may have several ID3v2 tags. The limit bounds the work on a hostile file. */
const maxTags = 8;

/** Throws a `JobFailure` for a file that is not audio. */
export const findAudio = async (file: ByteReader): Promise<AudioStart> => {
  const start = await skipTags(file);
  return { demuxer: sniffAudio(await file.at(start, sniffBytes), { isTagged: start > 0 }), start };
};

/** Inspects a local file. Throws a `JobFailure` if it is not audio, is encrypted, or its sample rate is too low. */
export const inspectAudio = (path: string): Promise<AudioFile> =>
  readFileAt(path, async (file) => {
    const audioStart = await findAudio(file);
    await assertRate(file, audioStart);
    await assertNotEncrypted(file, audioStart);
    const { demuxer, start } = audioStart;
    const amr = demuxer === 'amr' ? await walkAmr(file, start) : undefined;
    const segments = demuxer === 'matroska' ? await walkSegments(file, start) : undefined;
    const links = demuxer === 'ogg' ? await walkLinks(file, start) : undefined;
    const tags = demuxer === 'mp3' ? await tagsAmongFrames(file, start) : [];
    return {
      demuxer,
      declared: (amr && declaredByAmr(amr)) ?? segments?.declared ?? (await declaredLength(file, audioStart)),
      codec: demuxer === 'wav' ? await filledCodec(file, start) : undefined,
      gain: await floatGain(file, audioStart),
      hasPauses: amr !== undefined || (demuxer === 'mov' && (await isWholeAmr(file))),
      hasWrongTimes: links?.changesRate ?? false,
      edits: amr?.marks ?? segments?.between ?? links?.edits ?? tags,
    };
  });

const skipTags = async (file: ByteReader): Promise<number> => {
  let start = 0;
  for (let seen = 0; seen < maxTags; seen += 1) {
    const bytes = tagBytes(await file.at(start, 10));
    if (bytes === 0) break;
    start += bytes;
  }
  return start;
};
