import { JobFailure } from '#lib/platform/errors.ts';
import { hasGap, isBroken, isCutOff, namedCause } from './ffmpeg-messages.ts';
import type { DeclaredLength, Fault } from './declared.ts';

/** The result of decoding a file. */
export type Decoded = {
  readonly exitCode: number | null;
  readonly seconds: number;
  readonly messages: string;
  readonly lostPackets: number;
};

/** Encoders disagree on whether the declared length includes their padding, which is a quarter of a second at 8 kHz. */
const toleranceSeconds = 0.5;
/** Any file may lose a few packets at its ends. Long broadcast recordings may lose one more per minute. */
const maxLostPackets = (seconds: number): number => 3 + seconds / 60;

/**
 * Decides whether a file was decoded completely. An incomplete file fails instead of being transcribed and charged in part:
 * - ffmpeg failed, or found nothing to decode;
 * - several recordings were joined in a way that the decoder does not follow;
 * - the container is corrupt, or ends before what its index or last page declares, or the boxes of a fragmented MP4 or the frames of AMR do not lead to its end;
 * - the audio is more than `toleranceSeconds` shorter or longer than its header declares;
 * - more packets cannot be decoded than `maxLostPackets` allows.
 * A recording that was interrupted counts as complete: its header declares no length (a live WebM, a
 * WAV with a placeholder length, ADTS, AMR, MP3 without a Xing header), and its last frame may be truncated.
 * Throws `audio_unreadable` with the cause.
 */
export const assertWhole = (declared: DeclaredLength, decoded: Decoded): void => {
  const cause = findFault(declared, decoded);
  if (cause !== undefined) throw new JobFailure('audio_unreadable', cause);
};

const findFault = (declared: DeclaredLength, decoded: Decoded): string | undefined => {
  const { exitCode, seconds, messages, lostPackets } = decoded;
  if (exitCode !== 0 || seconds === 0 || hasGap(messages)) {
    return namedCause(messages) ?? (seconds === 0 ? emptyBecause(declared) : readableFor(seconds, 'damaged'));
  }
  const fault = isCutOff(messages) ? 'cut off' : declared.fault;
  const { seconds: whole = 0, share = 1 } = declared;
  if (fault === 'joined') return joined;
  if (fault) return readableFor(Math.min(seconds, declared.seconds ?? seconds), fault);
  const declaredSeconds = Math.max(whole, seconds / share);
  if (declaredSeconds - seconds > toleranceSeconds) {
    const cause: Fault = lostPackets > 1 ? 'damaged' : 'cut off';
    return `The file is ${cause}: of the ${declaredSeconds.toFixed(1)} s that its header promises, ${seconds.toFixed(1)} s can be read.`;
  }
  if (seconds / (declared.knownShare ?? 1) - seconds > toleranceSeconds) {
    return `The file is damaged: its header says that it ends after ${seconds.toFixed(1)} s, but it goes on.`;
  }
  if (isBroken(messages)) return 'The file is damaged: parts of its container cannot be read.';
  if (lostPackets > maxLostPackets(seconds)) {
    return `The file is damaged: ${lostPackets} packets of its audio cannot be decoded.`;
  }
  return undefined;
};

const joined =
  'The file is several recordings, one behind the other, which cannot be read as one. Send each as a file of its own.';

const emptyBecause = ({ share = 1, fault }: DeclaredLength): string =>
  share < 1 || fault === 'cut off'
    ? 'The file is cut off before any audio that can be decoded.'
    : 'The file is damaged or holds no audio that can be decoded.';

const readableFor = (seconds: number, fault: Fault): string =>
  `The file is ${fault}: it can be read for ${seconds.toFixed(1)} s only.`;
