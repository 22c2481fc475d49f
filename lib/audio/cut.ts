import { decodeAudio } from './decode.ts';
import { type Chunk, splitAudio } from './split.ts';
import type { VoiceActivity } from './voice-activity.ts';

type CutDeps = { readonly ffmpegPath: string; readonly voiceActivity: VoiceActivity };

/** Decodes a local audio file and yields its chunks as they are cut; returns its length in ms. Throws `JobFailure`. */
export const audioCutter =
  ({ ffmpegPath, voiceActivity }: CutDeps) =>
  (file: string, signal: AbortSignal): AsyncGenerator<Chunk, number> =>
    splitAudio(decodeAudio({ file, ffmpegPath, signal }), voiceActivity);
