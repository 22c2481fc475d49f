import { decodeAudio } from './decode.ts';
import { type Chunk, type CutLengths, splitAudio } from './split.ts';
import type { VoiceActivity } from './voice-activity.ts';

type CutDeps = {
  readonly ffmpegPath: string;
  readonly voiceActivity: VoiceActivity;
  readonly lengths: CutLengths;
};

/** Decodes a local audio file and yields its chunks as they are cut; returns its length in ms. Throws `JobFailure`. */
export const audioCutter =
  ({ ffmpegPath, voiceActivity: vad, lengths }: CutDeps) =>
  (file: string, signal: AbortSignal): AsyncGenerator<Chunk, number> =>
    splitAudio(decodeAudio({ file, ffmpegPath, signal }), { vad, lengths });
