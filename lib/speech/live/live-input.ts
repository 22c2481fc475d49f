import type { PcmFormat } from './pcm-input.ts';
import type { WebmProgress } from './webm-progress.ts';

export type StreamFormat = ({ readonly format: 'pcm_s16le' } & PcmFormat) | { readonly format: 'webm_opus' };

/** Turns the bytes of a stream into 16 kHz mono. Bytes may be cut anywhere. */
export type LiveInput = {
  /** The byte to feed it from. */
  readonly startByte: number;
  /** How many bytes to feed it at once: about a second of audio. */
  readonly sliceBytes: number;
  /** The byte at which the stream has its maximum length; Infinity as long as that is not known. */
  readonly endByte: number;
  /** The length of the audio that came out, from the start of the stream on. */
  readonly heardMs: number;
  /** Whether more comes out without further bytes. */
  readonly hasMore: boolean;
  /** Whether the stream is none that can be decoded. Nothing comes out after what `hasMore`. */
  readonly isUnsupported: boolean;
  /** Takes the next bytes. Returns about a second of audio at most. */
  decode(bytes: Uint8Array): Promise<Int16Array>;
  /** The time of a byte in ms: exact in PCM, in WebM an estimate by the mean rate so far. */
  msAt(byte: number): number;
  /** What another input must know to go on at `startMs` when everything before `decidedMs` is decided; null if the times suffice. */
  progressAt(decidedMs: number, startMs: number): WebmProgress | null;
};

/** From where to where the audio of a stream is needed. */
export type StreamRange = { readonly startMs: number; readonly endMs: number };
