import { join } from 'node:path';
import { sampleRate, toSamples } from '#lib/speech/audio/pcm.ts';
import { checkAbort } from './check-abort.ts';
import type { DetectedLanguage, RecognizeOptions, SpeechEngine } from './engine.ts';
import type { SpeechModel } from './models.ts';
import { loadOnnxRuntime } from './onnx-runtime.ts';
import { findPauses } from './pauses.ts';
import { lastBias } from './vocabulary-bias.ts';
import { type EncodedWindow, frameMs, WhisperDecoder } from './whisper-decoder.ts';
import { languageProbabilities } from './whisper-logits.ts';
import { openWhisper } from './whisper-model.ts';
import { languagesOf, type Task } from './whisper-prompt.ts';
import { decodeWindow, type Opening } from './whisper-window.ts';

/** The silence after speech whose language is detected, and after a draft. */
const silenceSamples = sampleRate / 2;

/**
 * The model was trained on windows of 30 s. Windows down to 20 s cost less and are as accurate, if silence follows the
 * speech.
 */
const minWindowSamples = 20 * sampleRate;
/** For a second opinion on English speech, a shorter window is as good (ADR 27). */
const minOpinionSamples = 6 * sampleRate;
const windowSilenceSamples = sampleRate;

const samplesPerFrame = toSamples(frameMs);

type WhisperDeps = { readonly speechDir: string; readonly model: SpeechModel };

/** Loads a multilingual Whisper from the speech runtime in `speechDir`. It runs in the caller's thread, like Moonshine. */
export const loadWhisper = async ({ speechDir, model }: WhisperDeps): Promise<SpeechEngine> => {
  const whisper = await openWhisper(loadOnnxRuntime(speechDir), join(speechDir, 'models', model.folder));
  const { ort, encoder, decoder, shape, prompts } = whisper;
  const biasOf = lastBias(whisper.tokenizer);

  /** Encodes the audio, padded with silence to `length` samples, at most 30 s. */
  const encode = async (pcm: Float32Array, length: number): Promise<EncodedWindow> => {
    const frames = Math.min(shape.maxFrames, Math.ceil(length / samplesPerFrame));
    const samples = new Float32Array(frames * samplesPerFrame);
    samples.set(pcm.subarray(0, samples.length));
    const durationMs = (pcm.length * 1000) / sampleRate;
    return {
      durationMs,
      audio: await encoder.run(
        { samples: new ort.Tensor('float32', samples, [1, samples.length]) },
        encoder.outputNames,
      ),
      frames,
      audioFrames: Math.min(frames, Math.ceil(durationMs / frameMs)),
    };
  };

  /** Decodes the start of transcript, which all languages and tasks share. */
  const open = async (window: EncodedWindow): Promise<Opening> => {
    const start = new WhisperDecoder(whisper, window);
    const logits = await start.prompt([prompts.startOfTranscript]);
    return { texts: start.texts, logits };
  };

  /**
   * The known language. If none is known, the most likely one after the start of transcript, with its probability among
   * the allowed ones.
   */
  const languageOf = (
    { logits }: Opening,
    allowed: ReadonlyMap<string, number>,
    { language: known, languageBefore }: Pick<RecognizeOptions, 'language' | 'languageBefore'>,
  ): DetectedLanguage => {
    const probabilities = languageProbabilities(allowed, logits, languageBefore);
    const [likeliest = ''] = probabilities.keys();
    const language = known !== undefined && probabilities.has(known) ? known : likeliest;
    return { language, probability: probabilities.get(language) ?? 0 };
  };

  return {
    capabilities: {
      languages: [...prompts.languages.keys()],
      detectsLanguage: model.detectsLanguage,
      translatesTo: model.translatesTo,
      maxSegmentMs: shape.maxFrames * frameMs,
    },

    async recognize(pcm, options) {
      await checkAbort(options.signal);
      const shortest = options.isSecondOpinion ? minOpinionSamples : minWindowSamples;
      const samples = options.isDraft
        ? pcm.length + silenceSamples
        : Math.max(pcm.length + windowSilenceSamples, shortest);
      const window = await encode(pcm, samples);
      const opening = await open(window);
      const allowed = languagesOf(options.languageHints, prompts);
      const { language, probability } = languageOf(opening, allowed, options);
      const detected = { language, languageConfidence: allowed.size > 1 ? probability : null };
      const bias = biasOf(options);
      const pauses = options.words ? findPauses(pcm) : [];
      const decode = (task: Task) =>
        decodeWindow(whisper, window, { opening, options, language, task, bias, pauses });
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

    async detectLanguage(pcm, options) {
      const window = await encode(pcm, pcm.length + silenceSamples);
      return languageOf(await open(window), languagesOf(options.languageHints, prompts), options);
    },

    async close() {
      await Promise.all([encoder.release(), decoder.release()]);
    },
  };
};
