/** A loaded voice activity model. */
export interface VoiceActivity {
  /** Starts on one recording: a function of its frames in order (512 levelled samples) to the probability of speech. */
  listen(): (frame: Float32Array) => Promise<number>;
  close(): Promise<void>;
}
