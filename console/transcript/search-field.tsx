import type { RefObject } from 'preact';
import { nextMatch } from './search.ts';

type Props = {
  input: RefObject<HTMLInputElement | null>;
  searched: string;
  onSearched: (searched: string) => void;
  /** The number of matches, and the index of the current one. */
  count: number;
  current: number;
  onCurrent: (current: number) => void;
};

/** Searches the whole text, because the browser's own search finds only the rendered rows. Enter goes to the next match. */
export const SearchField = ({ input, searched, onSearched, count, current, onCurrent }: Props) => {
  const step = (by: 1 | -1) => onCurrent(nextMatch(count, current, by));
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter and Escape then choose among the characters that an input method offers.
    if (event.isComposing) return;
    if (event.key === 'Enter') step(event.shiftKey ? -1 : 1);
    if (event.key === 'Escape') onSearched('');
  };
  return (
    <div class="search">
      <input
        ref={input}
        type="search"
        aria-label="Search in text"
        placeholder="Search in text"
        title="Press / to search"
        value={searched}
        onInput={(event) => onSearched(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {searched.trim() !== '' && (
        <span class="matches">
          <span class="quiet" role="status">
            {count === 0
              ? 'Not found'
              : `${(current + 1).toLocaleString('en')} of ${count.toLocaleString('en')}`}
          </span>
          <button
            type="button"
            class="icon"
            aria-label="Previous match"
            disabled={count === 0}
            onClick={() => step(-1)}
          >
            ↑
          </button>
          <button
            type="button"
            class="icon"
            aria-label="Next match"
            disabled={count === 0}
            onClick={() => step(1)}
          >
            ↓
          </button>
        </span>
      )}
    </div>
  );
};
