import { rename } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type * as Ort from 'onnxruntime-common';

/**
 * Replaces the recognizer's graphs in `speechDir` by what ONNX Runtime makes of them when it loads them, which halves
 * the time to load. Needs a runtime of the host's own platform.
 */
export async function optimizeGraphs(speechDir: string): Promise<void> {
  const ort: typeof Ort = createRequire(join(speechDir, 'x.cjs'))('onnxruntime-node');
  for (const name of ['encoder', 'decoder']) {
    const graph = join(speechDir, `models/moonshine/${name}.onnx`);
    const optimized = `${graph}.optimized`;
    // "extended" is the highest level whose result does not depend on this very processor.
    const options = { graphOptimizationLevel: 'extended', optimizedModelFilePath: optimized } as const;
    const session = await ort.InferenceSession.create(graph, options);
    await session.release();
    await rename(optimized, graph);
  }
}
