import type { ByteReader, ByteSpan } from './byte-reader.ts';
import type { Fault } from './declared.ts';
import { encoderPaddingMs, maxAudioMs } from './limits.ts';
import { readAhead } from './read-ahead.ts';

const frameMs = 20;
const noData = 15;

/**
 * `mark` is how the files begin and `sample` how 3GP names the codec. `bytes` is the length of a frame without its
 * header, by frame type: first speech, then comfort noise.
 */
const kinds = [
  { mark: '#!AMR\n', sample: 'samr', bytes: [12, 13, 15, 17, 19, 20, 26, 31, 5], empty: [noData] },
  { mark: '#!AMR-WB\n', sample: 'sawb', bytes: [17, 23, 32, 36, 40, 46, 50, 58, 60, 5], empty: [14, noData] },
] as const;
type Kind = (typeof kinds)[number];

const longestFrame = 61;

/**
 * The length of the frame at `at`, with its header (RFC 4867, 5.3). Undefined if there is none: zeros are padding or a
 * lost sector, not speech.
 */
const frameBytes = (block: Buffer, at: number, { bytes, empty }: Kind): number | undefined => {
  const header = block[at] ?? 0;
  const type = header >> 3;
  const content = bytes[type] ?? (empty.some((one) => one === type) ? 0 : undefined);
  const isPadded = (header & 0x83) !== 0;
  if (isPadded || content === undefined) return undefined;
  const end = at + 1 + content;
  return header === 0 && block.subarray(at, end).every((byte) => byte === 0) ? undefined : end - at;
};

/** Returns a test that a packet of 3GP consists of whole frames. Undefined if `sample` is another codec. */
export const amrPackets = (sample: string): ((packet: Buffer) => boolean) | undefined => {
  const kind = kinds.find((one) => one.sample === sample);
  return (
    kind &&
    ((packet) => {
      let at = 0;
      while (at < packet.length) at += frameBytes(packet, at, kind) ?? Infinity;
      return at === packet.length;
    })
  );
};

export type AmrFrames = {
  readonly fault?: Fault;
  /** The length of the audio before the fault. */
  readonly seconds: number;
  /** Where joined files have their marks, which the decoder would read as frames. */
  readonly marks: readonly ByteSpan[];
};

/** Enough for joined files of two seconds each. The limit bounds the memory that a hostile file takes. */
const maxMarks = maxAudioMs / 2000;
const maxFrames = (maxAudioMs + encoderPaddingMs) / frameMs;

const isMark = (bytes: Buffer, { mark }: Kind): boolean => bytes.toString('latin1', 0, mark.length) === mark;

/**
 * Reads the consecutive frames of an AMR file that begins at `start`, to its end or up to five hours. The last frame may
 * be cut off. Damage must be found here, because the decoder takes any bytes for speech or for pauses.
 */
export const walkAmr = async (file: ByteReader, start: number): Promise<AmrFrames> => {
  const { known, read } = readAhead(file);
  const marks: ByteSpan[] = [];
  let frames = 0;
  const head = await read(start, longestFrame);
  const kind = kinds.find((one) => isMark(head, one));
  if (!kind) return { seconds: 0, marks };
  for (let at = start + kind.mark.length; at < file.size && frames <= maxFrames;) {
    const content = known(at, longestFrame) ?? (await read(at, longestFrame));
    const bytes = frameBytes(content, 0, kind);
    if (bytes !== undefined) frames += 1;
    else if (marks.length < maxMarks && isMark(content, kind))
      marks.push({ from: at, to: at + kind.mark.length });
    else return { fault: 'damaged', seconds: (frames * frameMs) / 1000, marks };
    at += bytes ?? kind.mark.length;
  }
  return { seconds: (frames * frameMs) / 1000, marks };
};
