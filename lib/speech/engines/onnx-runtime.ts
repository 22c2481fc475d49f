import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import type * as Ort from 'onnxruntime-common';

export type Tensors = Ort.InferenceSession.OnnxValueMapType;

/** A loaded ONNX graph. `run` computes only the requested outputs, and writes them into the given tensors if there are any. */
export type Graph = {
  readonly outputNames: readonly string[];
  run(inputs: Tensors, outputs: readonly string[] | Tensors): Promise<Tensors>;
  release(): Promise<void>;
};

/**
 * Loads the package onnxruntime-node from its folder, without its telemetry, which reports machine, program and models
 * to Microsoft.
 */
export const requireOnnxRuntime = (folder: string): typeof Ort => {
  // oxlint-disable-next-line node/no-process-env -- The library has no other switch.
  process.env['ORT_DISABLE_TELEMETRY'] = '1';
  return createRequire(resolve(folder, 'x.cjs'))(resolve(folder));
};

/** Loads the native runtime, which is too big to bundle, from the folder that cdk/speech-runtime builds. */
export const loadOnnxRuntime = (speechDir: string) => {
  const ort = requireOnnxRuntime(join(speechDir, 'node_modules/onnxruntime-node'));
  return {
    Tensor: ort.Tensor,
    /**
     * Opens a graph file. Uses one thread, because more are slower on one virtual CPU and no faster on two. Uses no
     * memory patterns, because ONNX Runtime would keep one per segment length. A graph that cdk/speech-runtime has
     * `optimized` loads a tenth faster without further optimization.
     */
    openGraph: (file: string, { optimized }: { readonly optimized: boolean }): Promise<Graph> =>
      ort.InferenceSession.create(file, {
        graphOptimizationLevel: optimized ? 'disabled' : 'extended',
        intraOpNumThreads: 1,
        enableMemPattern: false,
      }),
  };
};

export type OnnxRuntime = ReturnType<typeof loadOnnxRuntime>;

/** The output of this name. Throws if the graph has none. */
export const tensorOf = (tensors: Tensors, name: string): Tensors[string] => {
  const tensor = tensors[name];
  if (tensor === undefined) throw new Error(`The graph has no output ${name}`);
  return tensor;
};

/** The values of the float output of this name. Throws if the graph has none. */
export const floatsOf = (tensors: Tensors, name: string): Float32Array => {
  const tensor = tensors[name];
  if (tensor && 'data' in tensor && tensor.data instanceof Float32Array) return tensor.data;
  throw new Error(`The graph has no float output ${name}`);
};
