import { splitBetween } from '#lib/platform/split-between.ts';
import { joinTexts } from '#lib/platform/text.ts';
import type { Result } from '../result.ts';
import { channelLabel } from './channel-label.ts';
import { plain } from './break-text.ts';
import { distinctTranslation, type TranscriptLanguage } from './language.ts';

type Segment = Result['segments'][number];

const paragraphPauseMs = 2_000;

const startsParagraph = (last: Segment, segment: Segment): boolean =>
  segment.channel !== last.channel || segment.startMs - last.endMs >= paragraphPauseMs;

const textsOf = {
  original: [({ text }) => text],
  translated: [({ translatedText }) => translatedText ?? ''],
  both: [({ text }) => text, distinctTranslation],
} as const satisfies Record<TranscriptLanguage, readonly ((segment: Segment) => string)[]>;

const joined = (texts: readonly string[], separator: string): string =>
  texts.filter((text) => text !== '').join(separator);

/** The texts of a paragraph, each on its own line, after the name of its channel. */
const written = (paragraph: readonly Segment[], language: TranscriptLanguage): string => {
  const lines = textsOf[language].map((textOf) =>
    joinTexts(paragraph.map((segment) => plain(textOf(segment)))),
  );
  const text = joined(lines, '\n');
  return text === '' ? '' : channelLabel(paragraph[0]?.channel ?? null) + text;
};

/**
 * The text with a blank line between paragraphs; a silence of two seconds or another channel starts a new one. With `both`,
 * the translation of a paragraph is the line below it. Empty if there was no speech.
 */
export const toText = ({ segments }: Result, language: TranscriptLanguage): string => {
  const texts = splitBetween(segments, startsParagraph).map((paragraph) => written(paragraph, language));
  const text = joined(texts, '\n\n');
  return text === '' ? '' : `${text}\n`;
};
