import type { PcmFormat } from './pcm-input.ts';
import type { WebmProgress } from './webm-progress.ts';

export type StreamFormat = ({ readonly format: 'pcm_s16le' } & PcmFormat) | { readonly format: 'webm_opus' };

/** Turns the bytes of a stream into 16 kHz mono. The bytes may be cut anywhere. */
export type LiveInput = {
  /** The byte of the stream from which to call `decode`. */
  readonly startByte: number;
  /** How many bytes to give `decode` at once: about a second of audio. */
  readonly sliceBytes: number;
  /** The byte at which the stream reaches its maximum length; Infinity while that is not known. */
  readonly endByte: number;
  /** The length of the decoded audio, from the start of the stream. */
  readonly heardMs: number;
  /** Whether `decode` returns more audio without further bytes. */
  readonly hasMore: boolean;
  /** Whether the stream cannot be decoded. If so, there is no more audio when `hasMore` is false. */
  readonly isUnsupported: boolean;
  /** Decodes the next bytes. Returns at most about a second of audio. */
  decode(bytes: Uint8Array): Promise<Int16Array>;
  /** The last samples, up to 67 ms, which waited for more audio. Nothing may be decoded after it. */
  end(): Int16Array;
  /** The time of a byte in ms: exact for PCM, for WebM an estimate by the mean rate so far. */
  msAt(byte: number): number;
  /**
   * The state with which another input can resume at `startMs` when everything before `decidedMs` is decided. Null if
   * the times are enough.
   */
  progressAt(decidedMs: number, startMs: number): WebmProgress | null;
};

/** The range of a stream whose audio is needed. */
export type StreamRange = { readonly startMs: number; readonly endMs: number };
