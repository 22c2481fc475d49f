import { beginOfText, endOfText, llamaTokenizer } from '#lib/speech/engines/llama-tokens.ts';
import { MoonshineDecoder } from '#lib/speech/engines/moonshine-decoder.ts';
import { loadMoonshineEncoder, moonshineGraph } from '#lib/speech/engines/moonshine-encoder.ts';
import { loadOnnxRuntime } from '#lib/speech/engines/onnx-runtime.ts';

const tokensPerSecond = 6.5;

/** The Moonshine model alone: greedy decoding of a whole recording, without voice activity detection. */
export const loadBareEngine = async (speechDir: string): Promise<(pcm: Float32Array) => Promise<string>> => {
  const ort = loadOnnxRuntime(speechDir);
  const [encoder, decoder] = await Promise.all([
    loadMoonshineEncoder(ort, speechDir),
    ort.openGraph(moonshineGraph(speechDir, 'decoder'), { optimized: true }),
  ]);
  return async (pcm) => {
    const audio = await encoder.encode(pcm);
    const moonshine = new MoonshineDecoder(ort, decoder, { audio, withAttention: false });
    const text: number[] = [];
    let last = beginOfText;
    while (last !== endOfText && text.length < (tokensPerSecond * pcm.length) / 16_000) {
      const logits = await moonshine.step([last], [0]);
      last = logits.reduce((best, logit, token) => (logit > (logits[best] ?? 0) ? token : best), 0);
      text.push(last);
    }
    return llamaTokenizer.decode(text).trim();
  };
};
