import { join } from 'node:path';
import type { EncodedAudio } from './moonshine-decoder.ts';
import { type OnnxRuntime, tensorOf } from './onnx-runtime.ts';

/** The path of one of Moonshine's graphs. */
export const moonshineGraph = (speechDir: string, name: 'encoder' | 'audio' | 'decoder'): string =>
  join(speechDir, `models/moonshine/${name}.onnx`);

/** Loads the encoder, and the graph that turns its output into the decoder's keys and values. */
export const loadMoonshineEncoder = async (ort: OnnxRuntime, speechDir: string) => {
  const open = (name: 'encoder' | 'audio') =>
    ort.openGraph(moonshineGraph(speechDir, name), { optimized: true });
  const [encoder, audio] = await Promise.all([open('encoder'), open('audio')]);
  return {
    /** Encodes at least 0.1 s of samples at 16 kHz. */
    encode: async (pcm: Float32Array): Promise<EncodedAudio> => {
      const input_values = new ort.Tensor('float32', pcm, [1, pcm.length]);
      const output = 'last_hidden_state';
      const heard = tensorOf(await encoder.run({ input_values }, [output]), output);
      return { tensors: await audio.run({ heard }, audio.outputNames), frames: heard.dims[1] ?? 0 };
    },
    release: async (): Promise<void> => {
      await Promise.all([encoder.release(), audio.release()]);
    },
  };
};
