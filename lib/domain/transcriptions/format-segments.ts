import { withoutFillers } from '#lib/speech/text/fillers.ts';
import { digits } from '#lib/speech/text/numerals/numerals.ts';
import { continued } from '#lib/speech/text/redaction/continued.ts';
import { redaction, type RedactionKind } from '#lib/speech/text/redaction/redact.ts';
import { type FindEdits, type Passage, rewrite, rewriteTexts } from '#lib/speech/text/rewrite.ts';
import { sentenceCase } from '#lib/speech/text/sentence-case.ts';
import type { RecognizedSegment } from '#lib/speech/engines/recognize.ts';
import type { ChunkText, Segment } from './chunk-text.ts';
import { perChannel } from './per-channel.ts';
import type { SpeechRequest } from './transcription.ts';

type Options = Pick<SpeechRequest, 'formatting' | 'redact'>;

/** The order matters: removing a filler or writing digits may complete a number that must be redacted. */
export const findersOf = ({ formatting, redact }: Options): FindEdits[] => [
  ...(formatting.fillers === 'remove' ? [withoutFillers] : []),
  ...(formatting.numerals === 'digits' ? [digits] : []),
  ...(redact.length > 0 ? [redaction(redact)] : []),
  sentenceCase,
];

/** Rewrites consecutive segments of one channel: text, words and the engine's own translation. */
const rewriteSpoken = <T extends RecognizedSegment>(segments: readonly T[], find: FindEdits): T[] => {
  const translated = rewriteTexts(
    segments.map(({ translatedText }) => ({ text: translatedText ?? '', language: null })),
    find,
  );
  return rewrite(segments, find).map((segment, i) => ({
    ...segment,
    translatedText: segment.translatedText === null ? null : (translated[i] ?? ''),
  }));
};

/** Redacts consecutive segments of one channel. */
export const redactSegments = <T extends RecognizedSegment>(
  segments: readonly T[],
  kinds: readonly RedactionKind[],
): T[] => (kinds.length === 0 ? [...segments] : rewriteSpoken(segments, redaction(kinds)));

/** Redacts numbers and email addresses that continue from one chunk into the next of the same channel. The worker of a chunk saw one side only. */
export const redactBorders = (
  texts: readonly ChunkText[],
  kinds: readonly RedactionKind[],
): readonly ChunkText[] => {
  if (kinds.length === 0) return texts;
  const chunks = texts.map(({ segments }) => [...segments]);
  const lastOf = new Map<number | null, number>();
  for (const [i, chunk] of chunks.entries()) {
    const [first] = chunk;
    if (!first) continue;
    const last = lastOf.get(first.channel);
    lastOf.set(first.channel, i);
    if (last === undefined) continue;
    const before = chunks[last] ?? [];
    const both = rewriteSpoken([...before, ...chunk], continued(kinds, before.length));
    chunks[last] = both.slice(0, before.length);
    chunks[i] = both.slice(before.length);
  }
  return texts.map((text, i) => ({ ...text, segments: chunks[i] ?? [] }));
};

/**
 * The segments of a whole job as its customer reads them. The segments of one channel form one text in sentences, and
 * their words are written like the text. If fillers are removed, segments that contain only fillers are left out.
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

/** The translation of each segment, formatted like the text. Speech that was copied stays unchanged. */
export const formatTranslations = (
  segments: readonly Segment[],
  { texts, languages }: Translations,
  options: Options,
): string[] => {
  const passages = segments.map(({ channel, startMs, endMs }, i) => ({
    channel,
    startMs,
    endMs,
    text: texts[i] ?? '',
    language: languages[i] ?? null,
  }));
  const formatted = perChannel(passages, (own) => rewriteAll(own, findersOf(options)));
  return texts.map((text, i) => (text === segments[i]?.text ? text : (formatted[i] ?? text)));
};
