import type { Mode, TranscriptionOptions } from '../api/types.ts';

/** The request of a code sample, and its address. */
export type Sampled = {
  /** Without a trailing slash. */
  baseUrl: string;
  mode: Mode;
  audio: { fileName: string } | { url: string };
  options: TranscriptionOptions;
};
