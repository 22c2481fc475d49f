import { type Access, constant } from './access.ts';

/** With this much memory, Lambda gives a function one whole processor. */
export const oneProcessorMb = 1769;

/** AWS gives functions of new accounts no more memory. */
export const newAccountMb = 3008;

/**
 * The memory of a function with this number of processes. Each process gets a whole processor. If there are two, each
 * gets 0.85.
 */
export const memoryOfProcessesMb = (processes: number): number =>
  processes === 2 ? newAccountMb : processes * oneProcessorMb;

/**
 * Heap limits in MB, so that memory does not grow with the length of the audio. Without them, V8 lets garbage fill all
 * available memory. With one arena, malloc does not keep freed memory per thread.
 */
export const heapLimits = (heap: { readonly young: number; readonly old: number }): Access[] => [
  constant('NODE_OPTIONS', `--max-semi-space-size=${heap.young} --max-old-space-size=${heap.old}`),
  constant('MALLOC_ARENA_MAX', 1),
];
