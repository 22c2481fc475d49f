import * as z from 'zod';
import type { Bucket } from '#lib/platform/aws/bucket.ts';
import { fingerprint } from '#lib/platform/canonical-json.ts';
import { JobFailure } from '#lib/platform/errors.ts';
import { isWrittenAlike } from '#lib/speech/languages.ts';
import { canTranslate } from '#lib/speech/translation/language-pairs.ts';
import {
  type TextTranslator,
  type TranslateOptions,
  TranslatorFault,
} from '#lib/speech/translation/translator.ts';
import type { Segment } from './chunk-text.ts';
import { translationKey } from './keys.ts';
import { languageShares } from './result.ts';
import { spokenTarget, translationTarget } from './translatable.ts';
import type { JobRef, SpeechRequest, Translation } from './transcription.ts';

export type TranslateDeps = {
  readonly audio: Pick<Bucket, 'get' | 'put'>;
  readonly translator: TextTranslator;
  /** Languages into which the speech model itself translates. */
  readonly translatesTo: readonly string[];
};

type Job = JobRef & { readonly request: SpeechRequest };
type Pair = { readonly from: string; readonly to: string };
type Untranslated = Pair & { readonly at: number; readonly text: string };

const parallelCalls = 4;
const Texts = z.array(z.string());

const languageNeeded = () =>
  new JobFailure('translation_failed', 'The spoken language could not be detected. Send language_hints.');

const notSupported = ({ from, to }: Pair) =>
  new JobFailure(
    'translation_not_supported',
    `The spoken language is ${from}, and this deployment does not translate it into ${to}.`,
    { source_language: from, target_language: to },
  );

/** A segment's translation if it needs no translator. Otherwise the text to translate. */
const planner = (
  deps: Omit<TranslateDeps, 'audio'>,
  translation: Translation,
  likely: string | undefined,
) => {
  const spoken = spokenTarget(translation, deps.translatesTo);
  return ({ text, language, translatedText }: Segment, at: number): string | Untranslated => {
    if (!/\p{L}/u.test(text)) return text;
    const from = language ?? likely;
    if (from === undefined) throw languageNeeded();
    const to = translationTarget(translation, from);
    if (isWrittenAlike(from, to)) return text;
    if (translatedText && spoken !== null && isWrittenAlike(spoken, to)) return translatedText;
    if (!canTranslate(deps.translator, from, to)) throw notSupported({ from, to });
    return { at, text, from, to };
  };
};

/** Groups texts of one language pair into requests within the translator's limit. Deterministic for the same texts. */
const runsOf = (texts: readonly Untranslated[], maxBytes: number): Untranslated[][] => {
  const runs: Untranslated[][] = [];
  for (const pair of Map.groupBy(texts, ({ from, to }) => `${from} ${to}`).values()) {
    let left = 0;
    for (const one of pair) {
      const bytes = Buffer.byteLength(one.text) + 1;
      if (bytes > left) {
        runs.push([]);
        left = maxBytes;
      }
      runs.at(-1)?.push(one);
      left -= bytes;
    }
  }
  return runs;
};

const translateAll = async (
  translator: TextTranslator,
  texts: readonly string[],
  options: TranslateOptions,
): Promise<readonly string[]> => {
  const translated = await translator.translate(texts, options);
  if (translated.length !== texts.length || translated.some((text) => text.trim() === ''))
    throw new TranslatorFault('The translator left something out.');
  return translated;
};

/**
 * Translations are stored until the job ends, so that a repeated finisher continues where the last one ended and does
 * not pay twice. Their keys are derived from the original text, because a chunk that was recognized twice may have
 * another text.
 */
const translateRun = async (
  { audio, translator }: TranslateDeps,
  job: Job,
  run: { readonly texts: readonly string[]; readonly pair: Pair; readonly signal: AbortSignal },
): Promise<readonly string[]> => {
  const { texts, pair, signal } = run;
  const key = translationKey(job, fingerprint([pair.from, pair.to, texts]));
  const kept = await audio.get(key);
  if (kept) return Texts.parse(JSON.parse(kept.toString()));
  const translated = await translateAll(translator, texts, { ...pair, signal });
  await audio.put(key, JSON.stringify(translated), 'application/json');
  return translated;
};

/** Waits for all work even if some fails: an object that is written after the clean-up would never be removed. */
const awaitAll = async (work: readonly Promise<void>[]): Promise<void> => {
  const failed = (await Promise.allSettled(work)).find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
};

/** A segment of unknown language is assumed to be in the most spoken one. */
const likelyLanguage = (segments: readonly Segment[], { languageHints }: SpeechRequest): string | undefined =>
  languageShares(segments)[0]?.language ?? languageHints[0];

/** The language of each translation; null where it is not known. */
export const translationLanguages = (
  segments: readonly Segment[],
  request: SpeechRequest,
): (string | null)[] => {
  const likely = likelyLanguage(segments, request);
  return segments.map(({ language }) => {
    const from = language ?? likely;
    return request.translation && from !== undefined ? translationTarget(request.translation, from) : null;
  });
};

/**
 * The translation of each segment, in order; null for a job without translation. Throws a `JobFailure` before any
 * translation if a spoken language cannot be translated. Never returns only a part of the text.
 */
export const translateSegments = async (
  deps: TranslateDeps,
  job: Job,
  { segments, signal }: { readonly segments: readonly Segment[]; readonly signal: AbortSignal },
): Promise<readonly string[] | null> => {
  const { translation } = job.request;
  if (translation === null) return null;
  const planned = segments.map(planner(deps, translation, likelyLanguage(segments, job.request)));
  const translations = planned.map((one) => (typeof one === 'string' ? one : ''));
  const runs = runsOf(
    planned.filter((one) => typeof one !== 'string'),
    deps.translator.maxBytes,
  );
  for (let from = 0; from < runs.length; from += parallelCalls) {
    const page = runs.slice(from, from + parallelCalls).map(async (run) => {
      const [first] = run;
      if (!first) return;
      const texts = run.map(({ text }) => text);
      const translated = await translateRun(deps, job, { texts, pair: first, signal });
      for (const [i, { at }] of run.entries()) translations[at] = translated[i] ?? '';
    });
    await awaitAll(page);
  }
  return translations;
};

/**
 * The translation of a single segment, with its language. `likely` is the language to assume for a segment that has
 * none. Throws a `JobFailure` if it cannot be translated, and a `TranslatorFault` if a later try may succeed.
 */
export const translateSegment = async (
  translator: TextTranslator,
  segment: Segment,
  {
    translation,
    likely,
    signal,
  }: { readonly translation: Translation; readonly likely: string | undefined; readonly signal: AbortSignal },
): Promise<{ readonly text: string; readonly language: string }> => {
  const planned = planner({ translator, translatesTo: [] }, translation, likely)(segment, 0);
  const language = translationTarget(translation, segment.language ?? likely ?? 'und');
  if (typeof planned === 'string') return { text: planned, language };
  const { from, to } = planned;
  const [text = ''] = await translateAll(translator, [planned.text], { from, to, signal });
  return { text, language };
};
