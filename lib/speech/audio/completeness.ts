import { JobFailure } from '#lib/platform/errors.ts';
import { hasGap, isBroken, isCutOff, namedCause } from './ffmpeg-messages.ts';
import type { Promised } from './promised-length.ts';

/** What came of decoding a file. */
export type Decoded = {
  readonly exitCode: number | null;
  readonly seconds: number;
  readonly messages: string;
  readonly lostPackets: number;
};

/** Encoders do not agree whether their padding counts, which at 8 kHz is a quarter of a second. */
const toleranceSeconds = 0.5;
/** A few at the ends of any file, and one a minute for a long recording from the air. */
const forgivenPackets = (seconds: number): number => 3 + seconds / 60;

/**
 * The rule by which a decoded file counts as whole. It fails, instead of being transcribed and charged in part, when
 * - ffmpeg gave up, or found nothing to decode;
 * - its container is broken in the middle, or ends within what its index or its last page names;
 * - more than `toleranceSeconds` of what its header promises are missing, or go on behind what it knows of;
 * - more packets cannot be decoded than `forgivenPackets` allows.
 * A recording that was broken off while it was made is whole as far as it goes: it promises nothing (a live WebM, a
 * WAV with a placeholder for its length, ADTS, AMR, MP3 without Xing), and its last frame may be cut.
 * Throws `audio_unreadable` with the cause.
 */
export const assertWhole = (promised: Promised, decoded: Decoded): void => {
  const cause = whatIsWrong(promised, decoded);
  if (cause !== undefined) throw new JobFailure('audio_unreadable', cause);
};

const whatIsWrong = (promised: Promised, decoded: Decoded): string | undefined => {
  const { exitCode, seconds, messages, lostPackets } = decoded;
  if (exitCode !== 0 || seconds === 0 || hasGap(messages)) {
    return namedCause(messages) ?? (seconds === 0 ? emptyBecause(promised) : readableFor(seconds, 'damaged'));
  }
  if (isCutOff(messages) || promised.lastPageIsCut) return readableFor(seconds, 'cut off');
  const { seconds: whole = 0, share = 1 } = promised;
  const promisedSeconds = Math.max(whole, seconds / share);
  if (promisedSeconds - seconds > toleranceSeconds) {
    const fault = lostPackets > 1 ? 'damaged' : 'cut off';
    return `The file is ${fault}: of the ${promisedSeconds.toFixed(1)} s that its header promises, ${seconds.toFixed(1)} s can be read.`;
  }
  if (seconds / (promised.knownShare ?? 1) - seconds > toleranceSeconds) {
    return `The file is damaged: its header says that it ends after ${seconds.toFixed(1)} s, but it goes on.`;
  }
  if (isBroken(messages)) return 'The file is damaged: parts of its container cannot be read.';
  if (lostPackets > forgivenPackets(seconds)) {
    return `The file is damaged: ${lostPackets} packets of its audio cannot be decoded.`;
  }
  return undefined;
};

const emptyBecause = ({ share = 1, lastPageIsCut = false }: Promised): string =>
  share < 1 || lastPageIsCut
    ? 'The file is cut off before any audio that can be decoded.'
    : 'The file is damaged or holds no audio that can be decoded.';

const readableFor = (seconds: number, fault: string): string =>
  `The file is ${fault}: it can be read for ${seconds.toFixed(1)} s only.`;
