import { beamSearch, tokensOf } from './beam-search.ts';
import type { RecognizeOptions, Recognition } from './engine.ts';
import type { Pause } from './pauses.ts';
import { respellAll } from './spellings.ts';
import type { VocabularyBias } from './vocabulary-bias.ts';
import { type EncodedWindow, frameMs, WhisperDecoder } from './whisper-decoder.ts';
import { probabilityOf, suppress } from './whisper-logits.ts';
import type { WhisperModel } from './whisper-model.ts';
import type { Task } from './whisper-prompt.ts';
import { type HeardToken, wordTimes } from './word-times.ts';

/** Nobody speaks faster in any script; a text that gets longer is a loop. */
const tokensPerSecond = 20;
const tokensAtLeast = 8;

/** What Whisper's authors take for silence: it thinks so itself, and is unsure of what it wrote. */
const silentFrom = { noSpeech: 0.6, meanLogProb: -1 };

/** Written without spaces between words. */
const spaceless = new Set(['zh', 'ja', 'th', 'lo', 'my', 'yue']);

export type Written = Pick<Recognition, 'text' | 'meanLogProb' | 'complete' | 'words'>;
const silence: Written = { text: '', meanLogProb: 0, complete: true, words: [] };

type Order = {
  readonly ask: RecognizeOptions;
  readonly language: string;
  readonly task: Task;
  readonly bias: VocabularyBias;
  readonly pauses: readonly Pause[];
};

/** Writes down what is said in a window, in its language or in English. */
export const writeText = async (
  model: WhisperModel,
  window: EncodedWindow,
  { ask, language, task, bias, pauses }: Order,
): Promise<Written> => {
  const { shape, tokenizer, prompts } = model;
  const { durationMs } = window;
  const withAttention = ask.words && model.hasAttention && task === 'transcribe';
  const decoder = new WhisperDecoder(model, window, { withAttention });

  const prompt = prompts.of(ask, language, task);
  const promptLogits = await decoder.prompt(prompt);
  const start = prompt.indexOf(prompts.startOfTranscript) * shape.vocabularySize;
  const noSpeech = probabilityOf(
    prompts.noSpeech,
    promptLogits.subarray(start, start + shape.vocabularySize),
  );

  let isFirst = true;
  const best = await beamSearch({
    tokenizer,
    begin: prompt.at(-1) ?? prompts.startOfTranscript,
    bias,
    tokenLimit: Math.min(
      Math.floor((tokensPerSecond * durationMs) / 1000) + tokensAtLeast,
      shape.maxText - prompt.length,
    ),
    signal: ask.signal,
    async step(tokens, rows) {
      const logits = isFirst
        ? promptLogits.subarray(-shape.vocabularySize)
        : await decoder.step(tokens, rows);
      suppress(logits, { model, isFirst });
      isFirst = false;
      return logits;
    },
  });

  const path = tokensOf(best);
  const meanLogProb = best.sum / best.length;
  if (noSpeech > silentFrom.noSpeech && meanLogProb < silentFrom.meanLogProb) return silence;
  const heard = (): HeardToken[] =>
    path.map((step, run) => ({ ...step, attention: decoder.attention(run, step.row) }));
  const isSpaced = !spaceless.has(language);
  const look = { tokenizer: isSpaced ? tokenizer : tokenizer.spaceless, frameMs, lagMs: 0, pauses };
  const spoken = {
    text: tokenizer.decode(path.map(({ token }) => token)).trim(),
    words: withAttention ? wordTimes(heard(), durationMs, look) : [],
  };
  return {
    ...(isSpaced ? respellAll(spoken, ask.vocabulary, tokenizer) : spoken),
    meanLogProb,
    complete: best.token === tokenizer.endOfText,
  };
};
