import { join } from 'node:path';
import { sampleRate } from '#lib/speech/audio/pcm.ts';
import { throwIfAbortIsDue } from './due-abort.ts';
import type { RecognizeOptions, SpeechEngine } from './engine.ts';
import type { SpeechModel } from './models.ts';
import { floatsOf, loadOnnxRuntime } from './onnx-runtime.ts';
import { findPauses } from './pauses.ts';
import { memoizeByIdentity } from './memoize-by-identity.ts';
import { VocabularyBias } from './vocabulary-bias.ts';
import { type EncodedWindow, frameMs, WhisperDecoder } from './whisper-decoder.ts';
import { likeliest } from './whisper-logits.ts';
import { logMel, melFilters, melFrames } from './whisper-mel.ts';
import { openWhisper } from './whisper-model.ts';
import { languagesOf, type Task } from './whisper-prompt.ts';
import { writeText } from './whisper-write.ts';

/** The encoder makes one of two frames. */
const windowFrames = melFrames / 2;

type WhisperDeps = { readonly speechDir: string; readonly model: SpeechModel };

/**
 * Loads a multilingual Whisper from the speech runtime in `speechDir`. Word times need an export with cross-attentions.
 * It runs in the caller's thread, as Moonshine does.
 */
export const loadWhisper = async ({ speechDir, model }: WhisperDeps): Promise<SpeechEngine> => {
  const whisper = await openWhisper(loadOnnxRuntime(speechDir), join(speechDir, 'models', model.folder));
  const { ort, encoder, decoder, shape, prompts } = whisper;
  const filters = melFilters(shape.melBins);
  const biasOf = memoizeByIdentity((ask: RecognizeOptions) => new VocabularyBias(ask, whisper.tokenizer));

  const encode = async (pcm: Float32Array): Promise<EncodedWindow> => {
    const input_features = new ort.Tensor('float32', logMel(pcm, filters), [1, shape.melBins, melFrames]);
    const durationMs = (pcm.length * 1000) / sampleRate;
    return {
      durationMs,
      values: floatsOf(await encoder.run({ input_features }, ['last_hidden_state']), 'last_hidden_state'),
      frames: windowFrames,
      heardFrames: Math.min(windowFrames, Math.ceil(durationMs / frameMs)),
    };
  };

  /** One step over the markers of the languages that the hints leave open. */
  const detectLanguage = async (window: EncodedWindow, hints: readonly string[]): Promise<string> => {
    const open = languagesOf(hints, prompts);
    const [first = '', ...others] = open.keys();
    if (others.length === 0) return first;
    const listener = new WhisperDecoder(whisper, window, { withAttention: false });
    return likeliest(await listener.prompt([prompts.startOfTranscript]), open);
  };

  return {
    capabilities: {
      languages: [...prompts.languages.keys()],
      detectsLanguage: model.detectsLanguage,
      translatesTo: model.translatesTo,
      vocabulary: 'bias',
      words: whisper.hasAttention,
      maxSegmentMs: windowFrames * frameMs,
    },

    async recognize(pcm, ask) {
      await throwIfAbortIsDue(ask.signal);
      const window = await encode(pcm);
      const language = await detectLanguage(window, ask.languageHints);
      const bias = biasOf(ask);
      const pauses = ask.words ? findPauses(pcm) : [];
      const write = (task: Task) => writeText(whisper, window, { ask, language, task, bias, pauses });
      const written = await write('transcribe');
      if (ask.translateTo !== 'en') return { ...written, language, translatedText: null };
      const isTranslated = language === 'en' || written.text === '';
      const { text, complete } = isTranslated ? written : await write('translate');
      return { ...written, language, translatedText: text, complete: written.complete && complete };
    },

    async close() {
      await Promise.all([encoder.release(), decoder.release()]);
    },
  };
};
