import type { ByteReader, ByteSpan } from './byte-reader.ts';
import type { DeclaredLength } from './declared.ts';
import { findBytes } from './find-bytes.ts';
import { headAt, rootIds } from './opus/ebml.ts';
import { soundOf } from './segment-sound.ts';

/**
 * The content of the segment of the Matroska file that begins at `at`. It ends at Infinity if a live recording declares no
 * length. Undefined if there is no such file.
 */
export const segmentOf = async (file: ByteReader, at: number): Promise<ByteSpan | undefined> => {
  const header = await headAt(file, at);
  if (header?.id !== rootIds.header) return undefined;
  const segmentAt = at + header.headBytes + header.size;
  const segment = await headAt(file, segmentAt);
  if (segment?.id !== rootIds.segment) return undefined;
  const from = segmentAt + segment.headBytes;
  return { from, to: from + segment.size };
};

const headerMark = Buffer.from(rootIds.header.toString(16), 'hex');

/** Five hours of recordings of two seconds are 9,000 files. The limit bounds the work on a hostile file. */
const maxMarks = 10_000;
/** To compare sounds takes longer. */
const maxCompared = 1_000;

type Segments = {
  /**
   * The bytes between the segments of joined files. With them, the decoder takes most segments for unknown elements and
   * skips them.
   */
  readonly between: readonly ByteSpan[];
  readonly declared: DeclaredLength;
};

/**
 * Finds the segments of joined Matroska or WebM files, the first of which begins at `start`. The end of a live recording,
 * which declares no length, is searched for. The file is cut off if the last segment declares a later end. The decoder
 * reads all sound by the settings of the first file, so the other files must have the same.
 */
export const walkSegments = async (file: ByteReader, start: number): Promise<Segments> => {
  const between: ByteSpan[] = [];
  const first = await segmentOf(file, start);
  let segment = first;
  let from = first?.from ?? Infinity;
  const sound = first && (await soundOf(file, first.from));
  for (let seen = 0; segment && seen < maxMarks; seen += 1) {
    const isLive = segment.to === Infinity;
    const at = isLive ? await findBytes(file, headerMark, from) : segment.to;
    const next = await segmentOf(file, at);
    const other = next && seen < maxCompared ? await soundOf(file, next.from) : undefined;
    if (sound !== undefined && other !== undefined && other !== sound)
      return { between, declared: { fault: 'joined' } };
    if (next) between.push({ from: at, to: next.from });
    else if (!isLive || at === Infinity) break;
    segment = next ?? segment;
    from = next?.from ?? at + 1;
  }
  const begin = first?.from ?? 0;
  const end = segment?.to ?? Infinity;
  const isCutOff = file.size < end && end !== Infinity;
  return { between, declared: { share: isCutOff ? (file.size - begin) / (end - begin) : 1 } };
};
