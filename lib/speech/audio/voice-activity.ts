/** A loaded voice activity detection (VAD) model. Not for concurrent use. */
export interface VoiceActivity {
  /** The probability of speech in each frame of one recording. `frames` are those of `levelledFrames`. */
  detect(frames: Iterable<Float32Array>): Promise<readonly number[]>;
  close(): Promise<void>;
}
