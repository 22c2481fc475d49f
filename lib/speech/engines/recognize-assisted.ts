import type { SpeechSegment } from '#lib/speech/audio/find-speech.ts';
import { toFloats } from '#lib/speech/audio/pcm.ts';
import type { RecognizeOptions, Recognition, SpeechEngine } from './engine.ts';
import { withJointOpinions } from './joint-opinion.ts';
import { type FirstTexts, recognizeSegments, type RecognizedSpeech } from './recognize.ts';
import { withSecondOpinion, type Wider } from './second-opinion.ts';

type Assisted = { readonly engine: SpeechEngine; readonly wider: Wider };

/** The first text of each segment, before any second opinion. */
export const firstTextsOf = async (
  engine: SpeechEngine,
  segments: readonly SpeechSegment[],
  options: RecognizeOptions,
): Promise<FirstTexts> => {
  const texts = new Map<SpeechSegment, Recognition>();
  for (const segment of segments)
    texts.set(segment, await engine.recognize(toFloats(segment.pcm), withWords(options)));
  return texts;
};

/**
 * Recognizes segments whose first texts are known. A wider model also recognizes segments whose text is doubted or looks
 * like another language, and the parts of segments that are retried.
 */
export const recognizeAssisted = async (
  { engine, wider }: Assisted,
  firstTexts: FirstTexts,
  options: RecognizeOptions,
): Promise<RecognizedSpeech> => {
  const surest = await withJointOpinions(firstTexts, wider, withWords(options));
  return recognizeSegments(withSecondOpinion(engine, wider), [...surest.keys()], {
    ...options,
    firstTexts: surest,
    wider,
  });
};

/** The times of words show which speech a text omits, and which part of a joint text belongs to a segment. */
const withWords = (options: RecognizeOptions): RecognizeOptions => ({ ...options, words: true });
