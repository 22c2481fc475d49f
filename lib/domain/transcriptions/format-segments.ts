import { withoutFillers } from '#lib/speech/text/fillers.ts';
import { digits } from '#lib/speech/text/numerals/numerals.ts';
import { redaction, type RedactionKind } from '#lib/speech/text/redaction/redact.ts';
import { type FindEdits, type Passage, rewrite, rewriteTexts } from '#lib/speech/text/rewrite.ts';
import { sentenceCase } from '#lib/speech/text/sentence-case.ts';
import type { RecognizedSegment } from '#lib/speech/engines/recognize.ts';
import type { Segment } from './chunk-text.ts';
import { perChannel } from './per-channel.ts';
import type { SpeechRequest } from './transcription.ts';

type Options = Pick<SpeechRequest, 'formatting' | 'redact'>;

/** In order: removing a filler or writing digits may complete a number to redact. */
export const findersOf = ({ formatting, redact }: Options): FindEdits[] => [
  ...(formatting.fillers === 'remove' ? [withoutFillers] : []),
  ...(formatting.numerals === 'digits' ? [digits] : []),
  ...(redact.length > 0 ? [redaction(redact)] : []),
  sentenceCase,
];

/** Redacts consecutive segments of one channel: text, words and the engine's own translation. */
export const redactSegments = <T extends RecognizedSegment>(
  segments: readonly T[],
  kinds: readonly RedactionKind[],
): T[] => {
  if (kinds.length === 0) return [...segments];
  const find = redaction(kinds);
  const translated = rewriteTexts(
    segments.map(({ translatedText }) => ({ text: translatedText ?? '', language: null })),
    find,
  );
  return rewrite(segments, find).map((segment, i) => ({
    ...segment,
    translatedText: segment.translatedText === null ? null : (translated[i] ?? ''),
  }));
};

/**
 * The segments of a whole job as its customer reads them: each channel is one text in sentences, its words alike. A
 * segment of fillers alone is left out if they are removed.
 */
export const formatSegments = (segments: readonly Segment[], options: Options): Segment[] =>
  perChannel(segments, (own) =>
    findersOf(options).reduce<Segment[]>(rewrite, redactSegments(own, options.redact)),
  ).filter(({ text }) => text !== '');

type Translations = {
  readonly texts: readonly string[];
  readonly languages: readonly (string | null)[];
};

const rewriteAll = (passages: readonly Passage[], finders: readonly FindEdits[]): string[] =>
  finders
    .reduce<readonly Passage[]>((written, find) => {
      const texts = rewriteTexts(written, find);
      return written.map((passage, i) => ({ ...passage, text: texts[i] ?? '' }));
    }, passages)
    .map(({ text }) => text);

/** The translation of each segment, written like the text. Speech that was copied stays as it is. */
export const formatTranslations = (
  segments: readonly Segment[],
  { texts, languages }: Translations,
  options: Options,
): string[] => {
  const passages = segments.map(({ channel, startMs, endMs }, i) => ({
    ...{ channel, startMs, endMs },
    text: texts[i] ?? '',
    language: languages[i] ?? null,
  }));
  const formatted = perChannel(passages, (own) => rewriteAll(own, findersOf(options)));
  return texts.map((text, i) => (text === segments[i]?.text ? text : (formatted[i] ?? text)));
};
