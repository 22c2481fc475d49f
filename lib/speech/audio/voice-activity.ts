/** A loaded voice activity detection (VAD) model. Not for concurrent use, but listeners may take turns. */
export interface VoiceActivity {
  /** Begins to listen to a recording or a live stream. */
  listen(): VoiceListener;
  close(): Promise<void>;
}

/** Listens frame by frame, and remembers what came before. */
export type VoiceListener = {
  /** The probability of speech in the next frame, one of `levelledFrames` or of an `onlineLevel`. */
  next(frame: Float32Array): Promise<number>;
};
