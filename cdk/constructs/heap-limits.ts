import { type Access, constant } from './access.ts';

/** Lambda gives one whole processor at this memory size. */
export const oneProcessorMb = 1769;

/** AWS gives functions of new accounts no more memory. */
const newAccountMb = 3008;

/** The memory of a function with this number of processes: that of a whole processor for each, or of 0.85 for each of two. */
export const memoryOfProcessesMb = (processes: number): number =>
  processes === 2 ? newAccountMb : processes * oneProcessorMb;

/**
 * Heap limits in MB, so that memory does not grow with the length of the audio. Without them V8 lets garbage fill all available
 * memory, and malloc keeps freed memory per thread.
 */
export const heapLimits = (heap: { readonly young: number; readonly old: number }): Access[] => [
  constant('NODE_OPTIONS', `--max-semi-space-size=${heap.young} --max-old-space-size=${heap.old}`),
  constant('MALLOC_ARENA_MAX', 1),
];
