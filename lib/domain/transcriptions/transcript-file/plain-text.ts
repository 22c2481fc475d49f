import type { Result } from '../result.ts';
import { plain } from './break-text.ts';
import { distinctTranslation, type TranscriptLanguage } from './language.ts';

type Segment = Result['segments'][number];

const paragraphPauseMs = 2_000;

const paragraphs = (segments: readonly Segment[]): Segment[][] => {
  const found: Segment[][] = [];
  for (const segment of segments) {
    const open = found.at(-1);
    const last = open?.at(-1);
    if (open && last && segment.startMs - last.endMs < paragraphPauseMs) open.push(segment);
    else found.push([segment]);
  }
  return found;
};

const textsOf = {
  original: [({ text }) => text],
  translated: [({ translatedText }) => translatedText ?? ''],
  both: [({ text }) => text, distinctTranslation],
} as const satisfies Record<TranscriptLanguage, readonly ((segment: Segment) => string)[]>;

const joined = (texts: readonly string[], separator: string): string =>
  texts.filter((text) => text !== '').join(separator);

/**
 * The text with a blank line between paragraphs; a silence of two seconds starts a new one. With `both`, the
 * translation of a paragraph is the line below it. Empty if there was no speech.
 */
export const toText = ({ segments }: Result, language: TranscriptLanguage): string => {
  const texts = paragraphs(segments).map((paragraph) =>
    joined(
      textsOf[language].map((textOf) =>
        joined(
          paragraph.map((segment) => plain(textOf(segment))),
          ' ',
        ),
      ),
      '\n',
    ),
  );
  const text = joined(texts, '\n\n');
  return text === '' ? '' : `${text}\n`;
};
