import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import type * as Ort from 'onnxruntime-common';

export type Tensors = Ort.InferenceSession.OnnxValueMapType;

/** A loaded graph. `run` computes only the outputs asked for, into the tensors given for them, if any. */
export type Graph = {
  readonly outputNames: readonly string[];
  run(inputs: Tensors, outputs: readonly string[] | Tensors): Promise<Tensors>;
  release(): Promise<void>;
};

/** The runtime is native and too big to bundle, so it is loaded from the folder made by cdk/speech-runtime. */
export const loadOnnxRuntime = (speechDir: string) => {
  const ort: typeof Ort = createRequire(resolve(speechDir, 'x.cjs'))('onnxruntime-node');
  return {
    Tensor: ort.Tensor,
    /**
     * One thread: on one virtual CPU more only get in each other's way, and on two they gain nothing. No memory of where
     * things lay: segments are of any length, and it would keep a plan for each.
     * A graph that cdk/speech-runtime has `optimized` loads a tenth faster when nobody looks for more to optimize.
     */
    openGraph: (path: string, { optimized }: { readonly optimized: boolean }): Promise<Graph> =>
      ort.InferenceSession.create(path, {
        graphOptimizationLevel: optimized ? 'disabled' : 'extended',
        intraOpNumThreads: 1,
        enableMemPattern: false,
      }),
  };
};

export type OnnxRuntime = ReturnType<typeof loadOnnxRuntime>;

/** The numbers of one float output. */
export const floatsOf = (tensors: Tensors, name: string): Float32Array => {
  const tensor = tensors[name];
  if (tensor && 'data' in tensor && tensor.data instanceof Float32Array) return tensor.data;
  throw new Error(`The graph did not answer with floats as ${name}`);
};
