import { join } from 'node:path';
import { sampleRate } from '#lib/audio/pcm.ts';
import { beamSearch, tokensOf } from './beam-search.ts';
import type { Ask, Recognition, SpeechEngine } from './engine.ts';
import type { SpeechModel } from './models.ts';
import { floatsOf, type Graph, loadOnnxRuntime } from './onnx-runtime.ts';
import { biasOfTerms } from './vocabulary-bias.ts';
import { attentionOf, type EncodedWindow, WhisperDecoder } from './whisper-decoder.ts';
import { graphFile, readShape } from './whisper-files.ts';
import { likeliest, probabilityOf, suppressing } from './whisper-logits.ts';
import { logMel, melFilters, melFrames } from './whisper-mel.ts';
import { languagesOf, readPrompts, type Task } from './whisper-prompt.ts';
import { readTokenizer } from './whisper-tokenizer.ts';
import { type HeardToken, wordTimes } from './word-times.ts';

/** The encoder halves the frames: one every 20 ms. */
const windowFrames = melFrames / 2;
const frameMs = 20;

/** Nobody speaks faster in any script; a text that gets longer is a loop. */
const tokensPerSecond = 20;
const tokensAtLeast = 8;

/** What Whisper's authors take for silence: it thinks so itself, and is unsure of what it wrote. */
const silentFrom = { noSpeech: 0.6, meanLogProb: -1 };

/** Written without spaces between words. */
const spaceless = new Set(['zh', 'ja', 'th', 'lo', 'my', 'yue']);

type Written = Pick<Recognition, 'text' | 'tokens' | 'meanLogProb' | 'complete' | 'words'>;
const silence: Written = { text: '', tokens: 0, meanLogProb: 0, complete: true, words: [] };

type WhisperDeps = { readonly speechDir: string; readonly model: SpeechModel };

/**
 * Loads a multilingual Whisper, exported to ONNX with its caches in the layout of Optimum, from the speech runtime in
 * `speechDir`. Word times need an export with cross-attentions. It runs in the caller's thread, as Moonshine does.
 */
export async function loadWhisper({ speechDir, model }: WhisperDeps): Promise<SpeechEngine> {
  const dir = join(speechDir, 'models', model.folder);
  const ort = loadOnnxRuntime(speechDir);
  const open = (name: Parameters<typeof graphFile>[1]): Promise<Graph> => ort.openGraph(graphFile(dir, name));
  const [shape, encoder, decoder] = await Promise.all([
    readShape(dir),
    open('encoder_model'),
    open('decoder_model_merged'),
  ]);
  const tokenizer = await readTokenizer(join(dir, 'tokenizer.json'), shape.vocabularySize);
  const prompts = readPrompts(tokenizer);
  const filters = melFilters(shape.melBins);
  const biasOf = biasOfTerms(tokenizer);
  const suppress = suppressing(shape, tokenizer.endOfText);
  const hasWords =
    shape.alignmentHeads.length > 0 &&
    shape.alignmentHeads.every(({ layer }) => decoder.outputNames.includes(attentionOf(layer)));

  const encode = async (pcm: Float32Array): Promise<EncodedWindow> => {
    const mel = new ort.Tensor('float32', logMel(pcm, filters), [1, shape.melBins, melFrames]);
    const answer = await encoder.run({ input_features: mel }, ['last_hidden_state']);
    const heardFrames = Math.min(windowFrames, Math.ceil((pcm.length * 1000) / sampleRate / frameMs));
    return {
      values: floatsOf(answer, 'last_hidden_state'),
      frames: windowFrames,
      hiddenSize: shape.heads * shape.headSize,
      heardFrames,
    };
  };

  /** One step over the markers of the languages that the hints leave open. */
  const detectLanguage = async (window: EncodedWindow, hints: readonly string[]): Promise<string> => {
    const [first, ...others] = languagesOf(hints, prompts);
    if (first && others.length === 0) return first[0];
    const writer = new WhisperDecoder(ort, decoder, { shape, window, withAttention: false });
    return likeliest(await writer.prompt([prompts.startOfTranscript]), languagesOf(hints, prompts));
  };

  const write = async (
    window: EncodedWindow,
    ask: Ask,
    as: { language: string; task: Task },
  ): Promise<Written> => {
    const seconds = (window.heardFrames * frameMs) / 1000;
    const withAttention = ask.words && hasWords && as.task === 'transcribe';
    const prompt = prompts.of(ask, as.language, as.task);
    const writer = new WhisperDecoder(ort, decoder, { shape, window, withAttention });
    const promptLogits = await writer.prompt(prompt);
    const start = prompt.indexOf(prompts.startOfTranscript) * shape.vocabularySize;
    const noSpeech = probabilityOf(
      prompts.noSpeech,
      promptLogits.subarray(start, start + shape.vocabularySize),
    );
    let isFirst = true;
    const best = await beamSearch({
      tokenizer,
      begin: prompt.at(-1) ?? prompts.startOfTranscript,
      bias: biasOf(ask.vocabulary),
      tokenLimit: Math.min(
        Math.floor(tokensPerSecond * seconds) + tokensAtLeast,
        shape.longestText - prompt.length,
      ),
      signal: ask.signal,
      async step(tokens, rows) {
        const logits = isFirst
          ? promptLogits.subarray(-shape.vocabularySize)
          : await writer.step(tokens, rows);
        suppress(logits, isFirst);
        isFirst = false;
        return logits;
      },
    });
    const meanLogProb = best.sum / best.length;
    if (noSpeech > silentFrom.noSpeech && meanLogProb < silentFrom.meanLogProb) return silence;
    const path = tokensOf(best);
    const look = {
      tokenizer: spaceless.has(as.language) ? tokenizer.spaceless : tokenizer,
      frameMs,
      lagMs: 0,
    };
    const heard = path.map((step, i): HeardToken => ({
      ...step,
      attention: withAttention ? writer.attention(i, step.row) : [],
    }));
    return {
      text: tokenizer.decode(path.map(({ token }) => token)).trim(),
      tokens: path.length,
      meanLogProb,
      complete: best.token === tokenizer.endOfText,
      words: withAttention ? wordTimes(heard, seconds * 1000, look) : [],
    };
  };

  return {
    capabilities: {
      languages: [...prompts.languages.keys()],
      detectsLanguage: model.detectsLanguage,
      translatesTo: model.translatesTo,
      vocabulary: 'bias',
      words: hasWords,
      longestSegmentMs: windowFrames * frameMs,
    },

    async recognize(pcm, ask) {
      ask.signal.throwIfAborted();
      const window = await encode(pcm);
      const language = await detectLanguage(window, ask.languageHints);
      const written = await write(window, ask, { language, task: 'transcribe' });
      if (ask.translateTo !== 'en') return { ...written, language, translatedText: null };
      if (language === 'en' || written.text === '')
        return { ...written, language, translatedText: written.text };
      const translated = await write(window, ask, { language, task: 'translate' });
      return {
        ...written,
        language,
        translatedText: translated.text,
        complete: written.complete && translated.complete,
      };
    },

    async close() {
      await Promise.all([encoder.release(), decoder.release()]);
    },
  };
}
