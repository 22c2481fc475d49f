import type { Segment } from '../api/types.ts';
import type { Position } from './position.ts';

type Props = { segment: Segment; position: Position | undefined };

/** The text of a segment with the current word highlighted. */
export const SegmentText = ({ segment: { text }, position }: Props) => {
  const word = position && currentWord(text, position);
  if (!word) return <>{text}</>;
  return (
    <>
      {text.slice(0, word.start)}
      <span class="word">{text.slice(word.start, word.end)}</span>
      {text.slice(word.end)}
    </>
  );
};

/** The range of the current word. Searches the words in order, because some languages have no spaces between them. */
const currentWord = (text: string, { words, wordAt }: Position) => {
  let end = 0;
  let start = -1;
  for (const word of words.slice(0, wordAt + 1)) {
    start = text.indexOf(word.text, end);
    if (start < 0) return undefined;
    end = start + word.text.length;
  }
  return start < 0 ? undefined : { start, end };
};
