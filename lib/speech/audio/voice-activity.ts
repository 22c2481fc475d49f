/** A loaded voice activity detection (VAD) model. Not for concurrent use, but listeners may take turns. */
export interface VoiceActivity {
  /** Begins to listen to a recording or a live stream. */
  listen(): VoiceListener;
  close(): Promise<void>;
}

/** Remembers what came before. */
export type VoiceListener = {
  /** The probability of speech in each of the next frames, which are of `levelledFrames` or of an `onlineLevel`. Many at once take a fifth of the time. */
  hear(frames: readonly Float32Array[]): Promise<number[]>;
};
