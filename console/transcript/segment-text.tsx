import type { Segment } from '../api/types.ts';
import type { Position } from './position.ts';

type Props = { segment: Segment; position: Position | undefined };

/** The text of a segment, with the word that is spoken marked. */
export const SegmentText = ({ segment: { text }, position }: Props) => {
  const word = position && spokenWord(text, position);
  if (!word) return <>{text}</>;
  return (
    <>
      {text.slice(0, word.start)}
      <span class="word">{text.slice(word.start, word.end)}</span>
      {text.slice(word.end)}
    </>
  );
};

/** Where the spoken word is in the text. The words are in it in their order, with or without spaces between. */
const spokenWord = (text: string, { words, wordAt }: Position) => {
  let end = 0;
  let start = -1;
  for (const word of words.slice(0, wordAt + 1)) {
    start = text.indexOf(word.text, end);
    if (start < 0) return undefined;
    end = start + word.text.length;
  }
  return start < 0 ? undefined : { start, end };
};
