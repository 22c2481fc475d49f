import type { SpeechSegment } from '#lib/speech/audio/find-speech.ts';
import { isNoisy } from '#lib/speech/audio/noise.ts';
import { toFloats } from '#lib/speech/audio/pcm.ts';
import { clipSpans, totalMs } from '#lib/speech/audio/time-span.ts';
import { cutInHalf } from './cut-in-half.ts';
import type { RecognizeOptions, Recognition, SpeechEngine, Word } from './engine.ts';
import { isHallucination, judge, type Verdict } from './judge.ts';
import { cutInventedEcho, cutLoop } from './loops.ts';
import { remainingSpeech, skippedSpeech } from './remaining-speech.ts';
import type { Wider } from './second-opinion.ts';
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
 * Recognized speech, whose parts add up. `speechMs` is what sounded like speech, `unrecognizedMs` the part of it that no text covers, and
 * `foreignMs` the part of that which reads as if the model did not know the language.
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
  /** Speech that an understood text skips. */
  readonly skippedMs?: number;
};

/** The texts of segments, as an engine first writes them. */
export type FirstTexts = ReadonlyMap<SpeechSegment, Recognition>;

type SegmentOptions = RecognizeOptions & { readonly firstTexts?: FirstTexts; readonly wider?: Wider };

/**
 * Recognizes segments in order, those without a first text yet. Text that the model did not understand is left out. What reads as if
 * the model did not know the language is for a wider model, if there is one.
 */
export const recognizeSegments = async (
  engine: SpeechEngine,
  segments: readonly SpeechSegment[],
  { firstTexts = new Map(), wider, ...options }: SegmentOptions,
): Promise<RecognizedSpeech> => {
  // The ends of words show which speech a text does not reach.
  const limits = { cuts: maxCuts, continuations: maxContinuations };
  const attempt = { options: { ...options, words: true }, firstTexts, wider, language: null, ...limits };
  const parts = await recognizeEach(engine, segments, attempt);

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
  /** Of the whole segment: half of a hallucination is too little to detect it. */
  readonly language: string | null;
  /** How many more times the segment may be cut, and speech that its text leaves out be recognized by itself. */
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

/** Cuts a segment in half and retries if the model hallucinates, because shorter audio usually cures that. */
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
  const verdict = judge(firstRound, judged);
  if (verdict === 'foreign' && !judged.isPart) {
    const byWider = await recognizeWider(segment, attempt);
    if (byWider.length > 0) return byWider;
    const withoutLanguage = await recognizeWithoutLanguage(engine, segment, attempt);
    if (withoutLanguage.length > 0) return withoutLanguage;
  }

  // Halves of another language or of noise read better than the whole, without being right. Longer windows may miss speech in noise.
  const isFinal =
    verdict === 'foreign' ||
    verdict === 'not_speech' ||
    (verdict === 'not_understood' && judged.isNoisy && (recognition.text !== '' || !detectsLanguage));
  if (!isFinal && (verdict === 'not_understood' || isHallucination(recognition))) {
    const halves = attempt.cuts > 0 ? cutInHalf(segment, pcm) : [];
    const language = detectsLanguage ? recognition.language : null;
    const parts = await recognizeEach(engine, halves, { ...attempt, language, cuts: attempt.cuts - 1 });
    if (parts.length > 0) return parts;
    // Noise makes models loop, and then the first round is invented too.
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

/** How long the texts are that a model understood. */
const understoodLetters = (parts: readonly RecognizedPart[]): number =>
  parts.reduce((sum, { verdict, segment }) => sum + (verdict === 'understood' ? segment.text.length : 0), 0);

const ifUnderstood = (parts: RecognizedPart[]): RecognizedPart[] =>
  parts.some(({ verdict }) => verdict === 'understood') ? parts : [];

/** What a wider model understands of a segment. Nothing if it understands nothing either, or if there is none. */
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

/** What a model understands if it is not given the expected language. Nothing if none was given, or if it understands nothing. */
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
    // More digits have no meaning and would make the stored text of five hours a seventh longer.
    confidence: Math.round(word.confidence * 1000) / 1000,
  }));
  return { startMs, endMs, ...recognition, words: fitWords(placed, { startMs, endMs }) };
};

const endingAt = (text: RecognizedSegment, ms: number): RecognizedSegment => ({
  ...text,
  endMs: ms,
  words: text.words.map((word) => ({ ...word, endMs: Math.min(word.endMs, ms) })),
});
