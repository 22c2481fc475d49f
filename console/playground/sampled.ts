import type { Mode, TranscriptionOptions } from '../api/types.ts';

/** What a code sample sends, and where. */
export type Sampled = {
  /** Without a slash at its end. */
  baseUrl: string;
  mode: Mode;
  audio: { fileName: string } | { url: string };
  options: TranscriptionOptions;
};
