import { join } from 'node:path';
import { loadOnnxRuntime } from '#lib/speech/engines/onnx-runtime.ts';
import { frameSamples, sampleRate } from './pcm.ts';
import type { VoiceActivity, VoiceListener } from './voice-activity.ts';

/** Each input starts with the last samples of the previous frame. Without them the model detects no speech at all. */
const contextSamples = 64;
const stateSize = 2 * 128;

/** Loads the Silero VAD model from the speech runtime in `speechDir`. */
export const loadSilero = async ({ speechDir }: { readonly speechDir: string }): Promise<VoiceActivity> => {
  const { Tensor, openGraph } = loadOnnxRuntime(speechDir);
  const graph = await openGraph(join(speechDir, 'models/silero.onnx'), { optimized: true });

  /** Reuses the same tensors for every frame, because thirty new ones per second of audio would take more memory than the model. */
  const listen = (): VoiceListener => {
    const window = new Float32Array(contextSamples + frameSamples);
    const state = new Float32Array(stateSize);
    const nextState = new Float32Array(stateSize);
    const probability = new Float32Array(1);
    const inputs = {
      input: new Tensor('float32', window, [1, window.length]),
      state: new Tensor('float32', state, [2, 1, 128]),
      sr: new Tensor('int64', [BigInt(sampleRate)]),
    };
    const outputs = {
      output: new Tensor('float32', probability, [1, 1]),
      stateN: new Tensor('float32', nextState, [2, 1, 128]),
    };
    return {
      async next(frame) {
        window.copyWithin(0, frameSamples);
        window.set(frame, contextSamples);
        await graph.run(inputs, outputs);
        state.set(nextState);
        return probability[0] ?? 0;
      },
    };
  };

  return { listen, close: () => graph.release() };
};
