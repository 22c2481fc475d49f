import { beamSearch, tokensOf } from './beam-search.ts';
import type { RecognizeOptions, Recognition } from './engine.ts';
import type { TimeSpan } from '#lib/speech/audio/time-span.ts';
import { respellAll } from './spellings.ts';
import type { VocabularyBias } from './vocabulary-bias.ts';
import type { DecodedTexts } from './decoded-texts.ts';
import { type EncodedWindow, frameMs, WhisperDecoder } from './whisper-decoder.ts';
import { probabilityOf, suppress } from './whisper-logits.ts';
import type { WhisperModel } from './whisper-model.ts';
import type { Task } from './whisper-prompt.ts';
import { type AttendedToken, wordTimes } from './word-times.ts';

/** No speech is this fast in any script, so a longer text is a decoding loop. */
const tokensPerSecond = 20;
const minTokens = 8;

/**
 * In other languages than English, the right word may be only the fourth likeliest until the text goes on. Second
 * opinions are on English, where three texts are enough (ADR 26).
 */
const beamWidth = { text: 4, secondOpinion: 3, draft: 1 };

/** The thresholds of Whisper's authors. A window is silent if the model finds silence likely and the text is unlikely. */
const silenceThresholds = { noSpeech: 0.6, meanLogProb: -1 };

/** Without this correction, the starts of words from the base model are 32 to 96 ms early. */
const lagMs = 50;

/** Languages that are written without spaces between words. */
const spaceless = new Set(['zh', 'ja', 'th', 'lo', 'my', 'yue']);

export type WindowText = Pick<Recognition, 'text' | 'meanLogProb' | 'complete' | 'words'>;
const silence: WindowText = { text: '', meanLogProb: 0, complete: true, words: [] };

/** The decoded start of transcript of a window, and the logits [vocabulary] of the next token. */
export type Opening = { readonly texts: DecodedTexts; readonly logits: Float32Array };

type DecodeOptions = {
  readonly opening: Opening;
  readonly options: RecognizeOptions;
  readonly language: string;
  readonly task: Task;
  readonly bias: VocabularyBias;
  readonly pauses: readonly TimeSpan[];
};

const beamOf = ({ isDraft, isSecondOpinion }: RecognizeOptions): keyof typeof beamWidth => {
  if (isDraft) return 'draft';
  return isSecondOpinion ? 'secondOpinion' : 'text';
};

/** Decodes the text of a window, in the spoken language or translated to English. */
export const decodeWindow = async (
  model: WhisperModel,
  window: EncodedWindow,
  { opening, options, language, task, bias, pauses }: DecodeOptions,
): Promise<WindowText> => {
  const { shape, tokenizer, prompts } = model;
  const { durationMs } = window;
  const withAttention = options.words && task === 'transcribe';

  const prompt = prompts.of(language, task);
  const decoder = new WhisperDecoder(model, window, opening.texts);
  const promptLogits = await decoder.prompt(prompt);
  const noSpeech = probabilityOf(prompts.noSpeech, opening.logits);

  let isFirst = true;
  const best = await beamSearch({
    tokenizer,
    begin: prompt.at(-1) ?? prompts.startOfTranscript,
    bias,
    tokenLimit: Math.min(
      Math.floor((tokensPerSecond * durationMs) / 1000) + minTokens,
      shape.maxText - 1 - prompt.length,
    ),
    width: beamWidth[beamOf(options)],
    isDraft: options.isDraft ?? false,
    signal: options.signal,
    async step(tokens, rows) {
      const logits = isFirst ? promptLogits : await decoder.step(tokens, rows);
      suppress(logits, { model, isFirst });
      isFirst = false;
      return logits;
    },
  });

  const path = tokensOf(best);
  const meanLogProb = best.sum / best.length;
  if (noSpeech > silenceThresholds.noSpeech && meanLogProb < silenceThresholds.meanLogProb) return silence;
  const attended = (): AttendedToken[] =>
    path.map((step, run) => ({ ...step, attention: decoder.attention(run, step.row) }));
  const isSpaced = !spaceless.has(language);
  const alignment = { tokenizer: isSpaced ? tokenizer : tokenizer.spaceless, frameMs, lagMs, pauses };
  const spoken = {
    text: tokenizer.decode(path.map(({ token }) => token)).trim(),
    words: withAttention ? wordTimes(attended(), durationMs, alignment) : [],
  };
  return {
    ...(isSpaced ? respellAll(spoken, options.vocabulary, tokenizer) : spoken),
    meanLogProb,
    complete: best.token === tokenizer.endOfText,
  };
};
