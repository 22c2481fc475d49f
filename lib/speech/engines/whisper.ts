import { join } from 'node:path';
import { sampleRate } from '#lib/speech/audio/pcm.ts';
import { checkAbort } from './check-abort.ts';
import type { Recognition, RecognizeOptions, SpeechEngine } from './engine.ts';
import type { SpeechModel } from './models.ts';
import { floatsOf, loadOnnxRuntime } from './onnx-runtime.ts';
import { findPauses } from './pauses.ts';
import { memoizeByIdentity } from './memoize-by-identity.ts';
import { VocabularyBias } from './vocabulary-bias.ts';
import { type EncodedWindow, frameMs, WhisperDecoder } from './whisper-decoder.ts';
import { mostLikely } from './whisper-logits.ts';
import { logMel, melFilters, melFrames } from './whisper-mel.ts';
import { openWhisper } from './whisper-model.ts';
import { languagesOf, type Task } from './whisper-prompt.ts';
import { decodeWindow } from './whisper-window.ts';

/** The encoder halves the frame rate. */
const windowFrames = melFrames / 2;

type WhisperDeps = { readonly speechDir: string; readonly model: SpeechModel };

/**
 * Loads a multilingual Whisper from the speech runtime in `speechDir`. Word times need an export with cross-attentions.
 * It runs in the caller's thread, like Moonshine.
 */
export const loadWhisper = async ({ speechDir, model }: WhisperDeps): Promise<SpeechEngine> => {
  const whisper = await openWhisper(loadOnnxRuntime(speechDir), join(speechDir, 'models', model.folder));
  const { ort, encoder, decoder, shape, prompts } = whisper;
  const filters = melFilters(shape.melBins);
  const biasOf = memoizeByIdentity(
    (options: RecognizeOptions) => new VocabularyBias(options, whisper.tokenizer),
  );

  const encode = async (pcm: Float32Array): Promise<EncodedWindow> => {
    const input_features = new ort.Tensor('float32', logMel(pcm, filters), [1, shape.melBins, melFrames]);
    const durationMs = (pcm.length * 1000) / sampleRate;
    return {
      durationMs,
      values: floatsOf(await encoder.run({ input_features }, ['last_hidden_state']), 'last_hidden_state'),
      frames: windowFrames,
      audioFrames: Math.min(windowFrames, Math.ceil(durationMs / frameMs)),
    };
  };

  /** The most likely language token after the start of transcript, among the allowed languages. */
  const detectLanguage = async (
    window: EncodedWindow,
    hints: readonly string[],
  ): Promise<Pick<Recognition, 'languageConfidence'> & { readonly language: string }> => {
    const allowed = languagesOf(hints, prompts);
    const [first = '', ...others] = allowed.keys();
    if (others.length === 0) return { language: first, languageConfidence: null };
    const languageDetector = new WhisperDecoder(whisper, window, { withAttention: false });
    const { name, probability } = mostLikely(
      await languageDetector.prompt([prompts.startOfTranscript]),
      allowed,
    );
    return { language: name, languageConfidence: probability };
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

    async recognize(pcm, options) {
      await checkAbort(options.signal);
      const window = await encode(pcm);
      const detected = await detectLanguage(window, options.languageHints);
      const { language } = detected;
      const bias = biasOf(options);
      const pauses = options.words ? findPauses(pcm) : [];
      const decode = (task: Task) => decodeWindow(whisper, window, { options, language, task, bias, pauses });
      const transcription = await decode('transcribe');
      if (options.translateTo !== 'en') return { ...transcription, ...detected, translatedText: null };
      const isTranslated = language === 'en' || transcription.text === '';
      const { text, complete } = isTranslated ? transcription : await decode('translate');
      return {
        ...transcription,
        ...detected,
        translatedText: text,
        complete: transcription.complete && complete,
      };
    },

    async close() {
      await Promise.all([encoder.release(), decoder.release()]);
    },
  };
};
