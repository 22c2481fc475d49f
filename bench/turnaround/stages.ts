import { type Call, calls } from './parameters.ts';

/**
 * The length of one chunk, and the processor times in ms for decoding it, cutting it (including decoding), and recognizing it.
 */
export type ChunkTimes = {
  readonly spanMs: number;
  readonly decodeMs: number;
  readonly cutMs: number;
  readonly recognizeMs: number;
};

/** Measured processor time in ms. */
export type Stages = {
  readonly chunks: readonly ChunkTimes[];
  /** The processor time of the caller. */
  readonly callMs: Readonly<Record<Call, number>>;
  /** The time for reading and merging the text of one chunk. */
  readonly mergeMs: number;
  /** The share of the time for reading and merging texts that is of the thread that runs JavaScript. */
  readonly mainThread: { readonly getText: number; readonly merge: number };
  /**
   * The time for planning the parts of a file, per minute of audio. `decoderMs` is the time for starting the decoder of a part.
   */
  readonly planMs: number;
  readonly decoderMs: number;
  /** The additional time of a function's first message, for which its process starts, loads and compiles. */
  readonly coldMs: { readonly split: number; readonly recognize: number; readonly finish: number };
};

/** The values that are measured on the local stack. */
export type Measured = Omit<Stages, 'coldMs' | 'decoderMs'>;

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** The mean of several measurements of one file. */
export const meanOf = (measured: readonly Measured[]): Measured => {
  const [first] = measured;
  if (!first) throw new Error('Nothing was measured.');
  const over = (of: (one: Measured) => number): number => mean(measured.map(of));
  const inChunk = (index: number, name: keyof ChunkTimes): number =>
    over(({ chunks }) => chunks[index]?.[name] ?? 0);
  const callMs: Partial<Record<Call, number>> = {};
  for (const name of calls) callMs[name] = over((one) => one.callMs[name]);
  return {
    chunks: first.chunks.map(({ spanMs }, index) => ({
      spanMs,
      decodeMs: inChunk(index, 'decodeMs'),
      cutMs: inChunk(index, 'cutMs'),
      recognizeMs: inChunk(index, 'recognizeMs'),
    })),
    callMs: { ...first.callMs, ...callMs },
    mergeMs: over((one) => one.mergeMs),
    mainThread: {
      getText: over(({ mainThread }) => mainThread.getText),
      merge: over(({ mainThread }) => mainThread.merge),
    },
    planMs: over((one) => one.planMs),
  };
};
