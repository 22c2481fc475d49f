import { join } from 'node:path';
import { loadOnnxRuntime } from '#lib/speech/engines/onnx-runtime.ts';
import { frameSamples } from './pcm.ts';
import type { VoiceActivity, VoiceListener } from './voice-activity.ts';

/** Each input starts with the last samples of the previous frame. Without them the model detects no speech at all. */
const contextSamples = 64;
const windowSamples = contextSamples + frameSamples;
const stateShape = [2, 1, 128];
const stateSize = 2 * 128;
/** Two seconds of audio. Larger calls take as long per frame. */
const maxFrames = 64;

/** Loads the Silero VAD model from the speech runtime in `speechDir`. */
export const loadSilero = async ({ speechDir }: { readonly speechDir: string }): Promise<VoiceActivity> => {
  const { Tensor, openGraph } = loadOnnxRuntime(speechDir);
  const graph = await openGraph(join(speechDir, 'models/silero.onnx'), { optimized: true });

  const buffersFor = (count: number) => {
    const windows = new Float32Array(count * windowSamples);
    const found = new Float32Array(count);
    return {
      windows,
      found,
      frames: new Tensor('float32', windows, [count, windowSamples]),
      probabilities: new Tensor('float32', found, [count, 1]),
    };
  };

  /** Reuses its tensors: new ones for each frame of live audio would take more memory than the model. */
  const listen = (): VoiceListener => {
    const context = new Float32Array(contextSamples);
    const now = new Float32Array(stateSize);
    const next = new Float32Array(stateSize);
    const state = new Tensor('float32', now, stateShape);
    const nextState = new Tensor('float32', next, stateShape);
    const kept = new Map<number, ReturnType<typeof buffersFor>>();

    const hearBlock = async (block: readonly Float32Array[]): Promise<Float32Array> => {
      const buffers = kept.get(block.length) ?? buffersFor(block.length);
      kept.set(block.length, buffers);
      const { windows, found, frames, probabilities } = buffers;
      for (const [n, frame] of block.entries()) {
        windows.set(context, n * windowSamples);
        windows.set(frame, n * windowSamples + contextSamples);
        context.set(frame.subarray(-contextSamples));
      }
      await graph.run({ frames, state }, { probabilities, nextState });
      now.set(next);
      return found;
    };
    return {
      async hear(frames) {
        const heard: number[] = [];
        for (let at = 0; at < frames.length; at += maxFrames)
          heard.push(...(await hearBlock(frames.slice(at, at + maxFrames))));
        return heard;
      },
    };
  };

  return { listen, close: () => graph.release() };
};
