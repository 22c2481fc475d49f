import { join } from 'node:path';
import { sampleRate } from '#lib/speech/audio/pcm.ts';
import { beamSearch, type Hypothesis, tokensOf } from './beam-search.ts';
import { throwIfAbortIsDue } from './due-abort.ts';
import type { RecognizeOptions, Recognition, SpeechEngine } from './engine.ts';
import { beginOfText, llamaTokenizer as tokenizer } from './llama-tokens.ts';
import { speechModels } from './models.ts';
import { MoonshineDecoder } from './moonshine-decoder.ts';
import { floatsOf, type Graph, loadOnnxRuntime } from './onnx-runtime.ts';
import { findPauses } from './pauses.ts';
import { memoizeByIdentity } from './memoize-by-identity.ts';
import { respellAll } from './spellings.ts';
import { VocabularyBias } from './vocabulary-bias.ts';
import { type HeardToken, type AlignmentOptions, wordTimes } from './word-times.ts';

const model = speechModels['moonshine-tiny'];

/** Nobody speaks faster; a text that gets longer is a loop. */
const tokensPerSecond = 6.5;
const tokensAtLeast = 8;

/** The encoder's convolutions find nothing to hold on to in less than 0.1 s. */
const minSamples = sampleRate / 10;

const look: AlignmentOptions = { tokenizer, frameMs: 24, lagMs: 50 };

/**
 * Loads Moonshine tiny (English) from the speech runtime in `speechDir`. It runs in the caller's thread: a worker has
 * one virtual CPU and one chunk at a time, so a second thread would only wait.
 */
export const loadMoonshine = async ({ speechDir }: { readonly speechDir: string }): Promise<SpeechEngine> => {
  const ort = loadOnnxRuntime(speechDir);
  const open = (name: string): Promise<Graph> =>
    ort.openGraph(join(speechDir, `models/moonshine/${name}.onnx`), { optimized: true });
  const [encoder, decoder] = await Promise.all([open('encoder'), open('decoder')]);
  const biasOf = memoizeByIdentity((ask: RecognizeOptions) => new VocabularyBias(ask, tokenizer));

  const encode = async (pcm: Float32Array): Promise<Float32Array> => {
    const samples = Math.max(pcm.length, minSamples);
    const padded = pcm.length < samples ? new Float32Array(samples) : pcm;
    if (padded !== pcm) padded.set(pcm);
    const input_values = new ort.Tensor('float32', padded, [1, samples]);
    return floatsOf(await encoder.run({ input_values }, ['last_hidden_state']), 'last_hidden_state');
  };

  return {
    capabilities: {
      ...model,
      vocabulary: 'bias',
      words: true,
      maxSegmentMs: 30_000,
    },

    async recognize(pcm, ask) {
      await throwIfAbortIsDue(ask.signal);
      const audio = await encode(pcm);
      const writer = new MoonshineDecoder(ort, decoder, { audio, withAttention: ask.words });
      const best = await beamSearch({
        tokenizer,
        begin: beginOfText,
        bias: biasOf(ask),
        tokenLimit: Math.floor((tokensPerSecond * pcm.length) / sampleRate) + tokensAtLeast,
        signal: ask.signal,
        step: (tokens, rows) => writer.step(tokens, rows),
      });
      return describe(best, { writer, ask, pcm });
    },

    async close() {
      await Promise.all([encoder.release(), decoder.release()]);
    },
  };
};

type Heard = {
  readonly writer: MoonshineDecoder;
  readonly ask: RecognizeOptions;
  readonly pcm: Float32Array;
};

const describe = (best: Hypothesis, { writer, ask, pcm }: Heard): Recognition => {
  const path = tokensOf(best);
  const heard = (step: Hypothesis, i: number): HeardToken => ({
    ...step,
    attention: writer.attention(i, step.row),
  });
  const text = tokenizer.decode(path.map(({ token }) => token)).trim();
  const durationMs = (pcm.length * 1000) / sampleRate;
  const words = ask.words ? wordTimes(path.map(heard), durationMs, { ...look, pauses: findPauses(pcm) }) : [];
  return {
    ...respellAll({ text, words }, ask.vocabulary, tokenizer),
    translatedText: null,
    language: model.languages[0],
    meanLogProb: best.sum / best.length,
    complete: best.token === tokenizer.endOfText,
  };
};
