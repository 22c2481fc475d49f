/** A loaded voice activity detection (VAD) model. Not for concurrent use, but listeners may take turns. */
export interface VoiceActivity {
  /** Starts a listener for one recording or one live stream. */
  listen(): VoiceListener;
  close(): Promise<void>;
}

/** Its state depends on the frames before. */
export type VoiceListener = {
  /**
   * The probability of speech in each of the next frames, which come from `levelledFrames` or `onlineLevel`. A call with
   * many frames takes a fifth of the time per frame.
   */
  hear(frames: readonly Float32Array[]): Promise<number[]>;
};
