import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from './button.tsx';
import { Empty } from './empty.tsx';

const shownFirst = 20;

type Props<Item> = {
  items: readonly Item[];
  /** Plural: `keys`. */
  what: string;
  /** The text of an item that a search matches. */
  textOf: (item: Item) => string;
  children: (shown: readonly Item[]) => ComponentChildren;
};

/** A list that is loaded as a whole. A long list has a search, and shows its first items until the user asks for all. */
export const LongList = <Item,>({ items, what, textOf, children }: Props<Item>) => {
  const [searched, setSearched] = useState('');
  const [showsAll, setShowsAll] = useState(false);
  if (items.length <= shownFirst) return <>{children(items)}</>;
  const text = searched.trim().toLowerCase();
  const found = items.filter((item) => textOf(item).toLowerCase().includes(text));
  const shown = showsAll ? found : found.slice(0, shownFirst);
  return (
    <>
      <div class="toolbar">
        <search class="filters">
          <input
            type="search"
            aria-label={`Find ${what}`}
            placeholder={`Find ${what}`}
            value={searched}
            onInput={(event) => setSearched(event.currentTarget.value)}
          />
        </search>
        <span class="quiet" role="status">
          {shown.length} of {items.length}
        </span>
      </div>
      {shown.length > 0 ? (
        children(shown)
      ) : (
        <Empty>
          <p>None of {items.length} matches.</p>
        </Empty>
      )}
      {shown.length < found.length && (
        <Button onClick={() => setShowsAll(true)}>
          Show all {found.length} {what}
        </Button>
      )}
    </>
  );
};
