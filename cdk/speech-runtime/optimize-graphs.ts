import { rename } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type * as Ort from 'onnxruntime-common';

/**
 * Replaces `graphs`, paths of .onnx files, by what ONNX Runtime makes of them when it loads them, which halves the
 * time to load. `runtime` is an unpacked onnxruntime-node that runs here; the graphs are for every processor.
 */
export const optimizeGraphs = async (graphs: readonly string[], runtime: string): Promise<void> => {
  const ort: typeof Ort = createRequire(join(runtime, 'x.cjs'))(runtime);
  for (const graph of graphs) {
    const optimized = `${graph}.optimized`;
    // "extended" is the highest level whose result does not depend on this very processor.
    const options = { graphOptimizationLevel: 'extended', optimizedModelFilePath: optimized } as const;
    const session = await ort.InferenceSession.create(graph, options);
    await session.release();
    await rename(optimized, graph);
  }
};
