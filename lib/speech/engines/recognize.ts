import type { SpeechSegment } from '#lib/speech/audio/find-speech.ts';
import { isNoisy } from '#lib/speech/audio/noise.ts';
import { toFloats } from '#lib/speech/audio/pcm.ts';
import { clipSpans, totalMs } from '#lib/speech/audio/time-span.ts';
import { cutInHalf } from './cut-in-half.ts';
import type { RecognizeOptions, Recognition, SpeechEngine, Word } from './engine.ts';
import { isHallucination, judge, type Verdict } from './judge.ts';
import { cutInventedEcho, cutLoop, saidOnce } from './loops.ts';
import { remainingSpeech, skippedSpeech } from './remaining-speech.ts';
import type { Wider } from './second-opinion.ts';
import { hasNoTerms } from './vocabulary-bias.ts';
import { fitWords } from './word-lengths.ts';

/** The text of one segment. Times are relative to the start of the file. */
export type RecognizedSegment = Pick<
  Recognition,
  'text' | 'translatedText' | 'language' | 'languageConfidence' | 'meanLogProb' | 'words' | 'model'
> & {
  readonly startMs: number;
  readonly endMs: number;
};

/**
 * Recognized speech. Values of several parts can be added. `speechMs` is what sounded like speech, `unrecognizedMs` the
 * part of it without text. `foreignMs` is the part of `unrecognizedMs` that looks as if the model does not support the
 * language.
 */
export type RecognizedSpeech<Segment = RecognizedSegment> = {
  readonly segments: readonly Segment[];
  readonly speechMs: number;
  readonly unrecognizedMs: number;
  readonly foreignMs: number;
};

const maxCuts = 2;
const maxContinuations = 4;

type RecognizedPart = {
  readonly verdict: Verdict;
  readonly segment: RecognizedSegment;
  /** The length of speech that an understood text skips. */
  readonly skippedMs?: number;
};

/** The first texts of segments, before any retry or second opinion. */
export type FirstTexts = ReadonlyMap<SpeechSegment, Recognition>;

type SegmentOptions = RecognizeOptions & { readonly firstTexts?: FirstTexts; readonly wider?: Wider };

/**
 * Recognizes segments in order, except those that have a first text. Omits text that the model did not understand. If a
 * text looks as if the model does not support the language, a wider model (if there is one) recognizes the segment.
 */
export const recognizeSegments = async (
  engine: SpeechEngine,
  segments: readonly SpeechSegment[],
  { firstTexts = new Map(), wider, ...options }: SegmentOptions,
): Promise<RecognizedSpeech> => {
  // The ends of words show which speech a text omits.
  const limits = { cuts: maxCuts, continuations: maxContinuations };
  const attempt = { options: { ...options, words: true }, firstTexts, wider, language: null, ...limits };
  const parts: RecognizedPart[] = [];
  for (const segment of segments) parts.push(...(await recognizeWithTerms(engine, segment, attempt)));

  const having = (wanted: Verdict): RecognizedSegment[] =>
    parts.flatMap(({ verdict, segment }) => (verdict === wanted ? [segment] : []));
  const voiced = segments.flatMap((segment) => segment.voiced);
  const spokenMs = (within: readonly RecognizedSegment[]): number =>
    totalMs(within.flatMap((span) => clipSpans(voiced, span)));
  const understood = having('understood');
  const skippedMs = parts.reduce((sum, { skippedMs: ms = 0 }) => sum + ms, 0);
  const speechMs = totalMs(voiced) - spokenMs(having('not_speech'));
  return {
    segments: options.words ? understood : understood.map((segment) => ({ ...segment, words: [] })),
    speechMs,
    unrecognizedMs: speechMs - spokenMs(understood) + skippedMs,
    foreignMs: spokenMs(having('foreign')),
  };
};

type Attempt = {
  readonly options: RecognizeOptions;
  readonly firstTexts: FirstTexts;
  readonly wider: Wider | undefined;
  /** The language of the whole segment, because half of a hallucinated segment is too short to detect it. */
  readonly language: string | null;
  /**
   * How many more times the segment may be cut, and how many more times speech that its text omits may be recognized
   * separately.
   */
  readonly cuts: number;
  readonly continuations: number;
};

const recognizeEach = async (
  engine: SpeechEngine,
  segments: readonly SpeechSegment[],
  attempt: Attempt,
): Promise<RecognizedPart[]> => {
  const parts: RecognizedPart[] = [];
  for (const segment of segments) parts.push(...(await recognize(engine, segment, attempt)));
  return parts;
};

/**
 * Recognizes a segment. If nothing of it is understood, retries without vocabulary and context, whose terms may make a
 * text too unlikely. So no terms lose speech that is understood without them.
 */
const recognizeWithTerms = async (
  engine: SpeechEngine,
  segment: SpeechSegment,
  attempt: Attempt,
): Promise<RecognizedPart[]> => {
  const parts = await recognize(engine, segment, attempt);
  if (hasNoTerms(attempt.options) || ifUnderstood(parts).length > 0) return parts;
  const options = { ...attempt.options, vocabulary: [], context: null };
  const plain = ifUnderstood(
    await recognize(engine, segment, { ...attempt, options, firstTexts: new Map() }),
  );
  return plain.length > 0 ? plain : parts;
};

/** Recognizes a segment. If the model hallucinates, cuts the segment in half and retries, because shorter audio usually helps. */
const recognize = async (
  engine: SpeechEngine,
  segment: SpeechSegment,
  attempt: Attempt,
): Promise<RecognizedPart[]> => {
  const pcm = toFloats(segment.pcm);
  const speechMs = totalMs(segment.voiced);
  const recognition = attempt.firstTexts.get(segment) ?? (await engine.recognize(pcm, optionsOf(attempt)));
  const { detectsLanguage } = engine.capabilities;
  const judged = {
    detectsLanguage,
    speechMs,
    isNoisy: isNoisy(pcm),
    isPart: attempt.cuts < maxCuts,
  };
  const firstRound = cutLoop(recognition);
  const verdict = judge(saidOnce(firstRound), judged);
  if (verdict === 'foreign' && !judged.isPart) {
    const byWider = await recognizeWider(segment, attempt);
    if (byWider.length > 0) return byWider;
    const withoutLanguage = await recognizeWithoutLanguage(engine, segment, attempt);
    if (withoutLanguage.length > 0) return withoutLanguage;
  }

  // Halves of a segment in another language or of noise score better than the whole, but are still wrong. In noise,
  // longer windows may miss speech.
  const isFinal =
    verdict === 'foreign' ||
    verdict === 'not_speech' ||
    (verdict === 'not_understood' && judged.isNoisy && (recognition.text !== '' || !detectsLanguage));
  if (!isFinal && (verdict === 'not_understood' || isHallucination(recognition))) {
    const halves = attempt.cuts > 0 ? cutInHalf(segment, pcm) : [];
    const language = detectsLanguage ? recognition.language : null;
    const parts = await recognizeEach(engine, halves, { ...attempt, language, cuts: attempt.cuts - 1 });
    if (parts.length > 0) return parts;
    // Noise makes models loop. In that case the first round of the loop is invented too.
    const lastVerdict = judged.isNoisy && firstRound !== recognition ? 'not_understood' : verdict;
    return [{ verdict: lastVerdict, segment: inFile(segment, cutInventedEcho(firstRound, speechMs)) }];
  }

  const text = inFile(segment, cutInventedEcho(recognition, speechMs));
  if (verdict !== 'understood' || attempt.continuations === 0) return [{ verdict, segment: text }];
  const further = { ...attempt, continuations: attempt.continuations - 1 };
  const skipped = skippedSpeech(segment, text.words, pcm);
  if (skipped) {
    const parts = await recognizeEach(engine, skipped.parts, further);
    if (understoodLetters(parts) > text.text.length) return parts;
  }
  const rest = remainingSpeech(segment, text.words, pcm);
  const skippedMs = skipped?.spokenMs ?? 0;
  if (!rest) return [{ verdict, segment: text, skippedMs }];
  return [
    { verdict, segment: endingAt(text, rest.startMs - rest.padMs), skippedMs },
    ...(await recognize(engine, rest, { ...further, language: null })),
  ];
};

/** The number of characters in understood texts. */
const understoodLetters = (parts: readonly RecognizedPart[]): number =>
  parts.reduce((sum, { verdict, segment }) => sum + (verdict === 'understood' ? segment.text.length : 0), 0);

const ifUnderstood = (parts: RecognizedPart[]): RecognizedPart[] =>
  parts.some(({ verdict }) => verdict === 'understood') ? parts : [];

/** The understood text of a wider model. Empty if it understands nothing, or if there is no wider model. */
const recognizeWider = async (
  segment: SpeechSegment,
  { wider, options, continuations }: Attempt,
): Promise<RecognizedPart[]> => {
  if (!wider) return [];
  const { engine, model } = wider;
  const limits = { cuts: maxCuts, continuations };
  const attempt = { options, firstTexts: new Map(), wider: undefined, language: null, ...limits };
  const parts = ifUnderstood(await recognize(engine, segment, attempt));
  return parts.map((one) => ({ ...one, segment: { ...one.segment, model: model.name } }));
};

/**
 * The understood text of a model that is not told the expected language. Empty if no language was given, or if the model
 * understands nothing.
 */
const recognizeWithoutLanguage = async (
  engine: SpeechEngine,
  segment: SpeechSegment,
  { options: { language, ...options }, ...attempt }: Attempt,
): Promise<RecognizedPart[]> => {
  if (language === undefined) return [];
  return ifUnderstood(await recognize(engine, segment, { ...attempt, options, language: null }));
};

const optionsOf = ({ options, language }: Attempt): RecognizeOptions =>
  language === null ? options : { ...options, language };

const inFile = (
  segment: SpeechSegment,
  { words, complete: _complete, ...recognition }: Recognition,
): RecognizedSegment => {
  const { startMs, endMs, padMs } = segment;
  const toFile = (ms: number): number => Math.round(startMs - padMs + ms);
  const placed = words.map((word): Word => ({
    ...word,
    startMs: toFile(word.startMs),
    endMs: toFile(word.endMs),
    // More digits have no meaning, and would make the stored text of five hours a seventh longer.
    confidence: Math.round(word.confidence * 1000) / 1000,
  }));
  return { startMs, endMs, ...recognition, words: fitWords(placed, { startMs, endMs }) };
};

const endingAt = (text: RecognizedSegment, ms: number): RecognizedSegment => ({
  ...text,
  endMs: ms,
  words: text.words.map((word) => ({ ...word, endMs: Math.min(word.endMs, ms) })),
});
