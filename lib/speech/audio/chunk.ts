/**
 * The unit of parallel work: the audio of one channel (null for the mix of all) from `startMs` to `endMs`. `pcm` (16 kHz)
 * starts `leadMs` earlier, in whole frames, and ends up to `tailFrames` later, so that voice activity detection has context on
 * both sides. The spans of the chunks of a channel cover the file without gaps or overlaps. `index` counts all chunks.
 */
export type Chunk = {
  readonly index: number;
  readonly channel: number | null;
  readonly startMs: number;
  readonly endMs: number;
  readonly leadMs: number;
  readonly pcm: Int16Array;
};

/** A chunk below `minMs` is not worth the start of a worker. A chunk above `maxMs` would delay the whole job. */
export type ChunkLengths = { readonly minMs: number; readonly maxMs: number };

/** Context before the span, in which the voice activity model warms up its state. */
export const leadFrames = 64;
/** Context after the span, for the gain of its last word: see `levelledFrames`. */
export const tailFrames = 48;
