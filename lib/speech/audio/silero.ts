import { join } from 'node:path';
import { loadOnnxRuntime } from '#lib/speech/engines/onnx-runtime.ts';
import { frameSamples, sampleRate } from './pcm.ts';
import type { VoiceActivity } from './voice-activity.ts';

/** The model hears each frame after the last samples of the one before; without them it finds no speech at all. */
const contextSamples = 64;
const stateSize = 2 * 128;

/**
 * Loads Silero's voice activity model from the speech runtime in `speechDir`. It reads and writes the same tensors for every
 * frame: thirty new ones a second would cost more memory than the model.
 */
export const loadSilero = async ({ speechDir }: { readonly speechDir: string }): Promise<VoiceActivity> => {
  const { Tensor, openGraph } = loadOnnxRuntime(speechDir);
  const graph = await openGraph(join(speechDir, 'models/silero.onnx'), { optimized: true });
  const heard = new Float32Array(contextSamples + frameSamples);
  const state = new Float32Array(stateSize);
  const nextState = new Float32Array(stateSize);
  const probability = new Float32Array(1);
  const inputs = {
    input: new Tensor('float32', heard, [1, heard.length]),
    state: new Tensor('float32', state, [2, 1, 128]),
    sr: new Tensor('int64', [BigInt(sampleRate)]),
  };
  const outputs = {
    output: new Tensor('float32', probability, [1, 1]),
    stateN: new Tensor('float32', nextState, [2, 1, 128]),
  };

  return {
    async listen(frames) {
      heard.fill(0);
      state.fill(0);
      const probabilities: number[] = [];
      for (const frame of frames) {
        heard.copyWithin(0, frameSamples);
        heard.set(frame, contextSamples);
        await graph.run(inputs, outputs);
        state.set(nextState);
        probabilities.push(probability[0] ?? 0);
      }
      return probabilities;
    },
    close: () => graph.release(),
  };
};
