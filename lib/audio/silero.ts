import { join } from 'node:path';
import { floatsOf, loadOnnxRuntime } from '#lib/engines/onnx-runtime.ts';
import { frameSamples, sampleRate } from './pcm.ts';
import type { VoiceActivity } from './voice-activity.ts';

/** The model hears each frame after the last samples of the one before; without them it finds no speech at all. */
const contextSamples = 64;
const stateShape = [2, 1, 128];

/** Loads Silero's voice activity model from the speech runtime in `speechDir`. */
export async function loadSilero({ speechDir }: { readonly speechDir: string }): Promise<VoiceActivity> {
  const { Tensor, openGraph } = loadOnnxRuntime(speechDir);
  const graph = await openGraph(join(speechDir, 'models/silero.onnx'));
  const sr = new Tensor('int64', [BigInt(sampleRate)]);

  return {
    listen() {
      const heard = new Float32Array(contextSamples + frameSamples);
      const input = new Tensor('float32', heard, [1, heard.length]);
      let state: Float32Array = new Float32Array(2 * 128);
      return async (frame) => {
        heard.copyWithin(0, frameSamples);
        heard.set(frame, contextSamples);
        const inputs = { input, state: new Tensor('float32', state, stateShape), sr };
        const answer = await graph.run(inputs, ['output', 'stateN']);
        state = floatsOf(answer, 'stateN');
        return floatsOf(answer, 'output')[0] ?? 0;
      };
    },
    close: () => graph.release(),
  };
}
