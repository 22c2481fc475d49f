/** A range of frames, end exclusive. */
export type FrameRange = { readonly start: number; readonly end: number };
