import { join } from 'node:path';
import { beginOfText, decodeTokens, endOfText } from '#lib/speech/engines/llama-tokens.ts';
import { MoonshineDecoder } from '#lib/speech/engines/moonshine-decoder.ts';
import { floatsOf, loadOnnxRuntime } from '#lib/speech/engines/onnx-runtime.ts';

const tokensPerSecond = 6.5;

/** The Moonshine model alone: greedy decoding of a whole recording, without voice activity detection. */
export const loadBareEngine = async (speechDir: string): Promise<(pcm: Float32Array) => Promise<string>> => {
  const ort = loadOnnxRuntime(speechDir);
  const model = (name: string): string => join(speechDir, `models/moonshine/${name}.onnx`);
  const [encoder, decoder] = await Promise.all([
    ort.openGraph(model('encoder'), { optimized: true }),
    ort.openGraph(model('decoder'), { optimized: true }),
  ]);
  return async (pcm) => {
    const input_values = new ort.Tensor('float32', pcm, [1, pcm.length]);
    const encoded = await encoder.run({ input_values }, ['last_hidden_state']);
    const audio = floatsOf(encoded, 'last_hidden_state');
    const moonshine = new MoonshineDecoder(ort, decoder, { audio, withAttention: false });
    const text: number[] = [];
    let last = beginOfText;
    while (last !== endOfText && text.length < (tokensPerSecond * pcm.length) / 16_000) {
      const logits = await moonshine.step([last], [0]);
      last = logits.reduce((best, logit, token) => (logit > (logits[best] ?? 0) ? token : best), 0);
      text.push(last);
    }
    return decodeTokens(text).trim();
  };
};
