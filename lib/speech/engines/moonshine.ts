import { sampleRate, toMs, toSamples } from '#lib/speech/audio/pcm.ts';
import { beamSearch, type Hypothesis, tokensOf } from './beam-search.ts';
import { checkAbort } from './check-abort.ts';
import type { RecognizeOptions, Recognition, SpeechEngine } from './engine.ts';
import { followDraft } from './follow-draft.ts';
import { beginOfText, llamaTokenizer as tokenizer } from './llama-tokens.ts';
import { speechModels } from './models.ts';
import { MoonshineDecoder } from './moonshine-decoder.ts';
import { loadMoonshineEncoder, moonshineGraph } from './moonshine-encoder.ts';
import { loadOnnxRuntime } from './onnx-runtime.ts';
import { findPauses } from './pauses.ts';
import { respellAll } from './spellings.ts';
import { lastBias } from './vocabulary-bias.ts';
import { type AttendedToken, type AlignmentOptions, wordTimes } from './word-times.ts';

const model = speechModels['moonshine-tiny'];

/** No speech is this fast, so a longer text is a decoding loop. Moonshine's authors recommend this limit. */
const tokensPerSecond = 6.5;
const minTokens = 8;

const beamWidth = 3;

/** A word without any silence around it is often not understood, so audio as short as one word gets silence on both sides. */
const silenceMs = 100;
const shortSamples = 0.7 * sampleRate;

const silenceAround = (pcm: Float32Array): number => (pcm.length < shortSamples ? toSamples(silenceMs) : 0);

const withSilence = (pcm: Float32Array): Float32Array => {
  const silence = silenceAround(pcm);
  if (silence === 0) return pcm;
  const padded = new Float32Array(pcm.length + 2 * silence);
  padded.set(pcm, silence);
  return padded;
};

const alignment: AlignmentOptions = { tokenizer, frameMs: 24, lagMs: 50 };

/**
 * Loads Moonshine tiny (Jeffries et al. 2024; English only) from the speech runtime in `speechDir`. It runs in the
 * caller's thread, because a worker has one virtual CPU and one chunk at a time.
 */
export const loadMoonshine = async ({ speechDir }: { readonly speechDir: string }): Promise<SpeechEngine> => {
  const ort = loadOnnxRuntime(speechDir);
  const [encoder, decoder] = await Promise.all([
    loadMoonshineEncoder(ort, speechDir),
    ort.openGraph(moonshineGraph(speechDir, 'decoder'), { optimized: true }),
  ]);
  const biasOf = lastBias(tokenizer);

  return {
    capabilities: {
      ...model,
      maxSegmentMs: 30_000,
    },

    async recognize(pcm, options, draftBefore = []) {
      await checkAbort(options.signal);
      const audio = await encoder.encode(withSilence(pcm));
      const moonshine = new MoonshineDecoder(ort, decoder, { audio, withAttention: options.words });
      const best = await beamSearch({
        tokenizer,
        begin: beginOfText,
        bias: biasOf(options),
        tokenLimit: Math.floor((tokensPerSecond * pcm.length) / sampleRate) + minTokens,
        width: options.isDraft ? 1 : beamWidth,
        isDraft: options.isDraft ?? false,
        signal: options.signal,
        // The times of words need the attention of each step.
        step: followDraft(moonshine, options.words ? [] : draftBefore),
      });
      return describe(best, { moonshine, options, pcm });
    },

    async close() {
      await Promise.all([encoder.release(), decoder.release()]);
    },
  };
};

type Decoding = {
  readonly moonshine: MoonshineDecoder;
  readonly options: RecognizeOptions;
  readonly pcm: Float32Array;
};

const describe = (best: Hypothesis, { moonshine, options, pcm }: Decoding): Recognition => {
  const path = tokensOf(best);
  const attended = (step: Hypothesis, i: number): AttendedToken => ({
    ...step,
    attention: moonshine.attention(i, step.row),
  });
  const tokens = path.map(({ token }) => token);
  const text = tokenizer.decode(tokens).trim();
  const durationMs = (pcm.length * 1000) / sampleRate;
  const lagMs = alignment.lagMs - toMs(silenceAround(pcm));
  const words = options.words
    ? wordTimes(path.map(attended), durationMs, { ...alignment, lagMs, pauses: findPauses(pcm) })
    : [];
  return {
    ...respellAll({ text, words }, options.vocabulary, tokenizer),
    translatedText: null,
    language: model.languages[0],
    languageConfidence: null,
    meanLogProb: best.sum / best.length,
    complete: best.token === tokenizer.endOfText,
    ...(options.isDraft && { tokens: tokens.filter((token) => token !== tokenizer.endOfText) }),
  };
};
