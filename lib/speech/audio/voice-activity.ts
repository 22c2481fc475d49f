/** A loaded voice activity model. Not for concurrent use. */
export interface VoiceActivity {
  /** The probability of speech in each frame (512 levelled samples, good until the next one) of one recording. */
  listen(frames: Iterable<Float32Array>): Promise<readonly number[]>;
  close(): Promise<void>;
}
