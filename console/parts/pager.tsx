import { Button } from './button.tsx';
import { cursorOf } from '../route.ts';
import { changeSearch, hash } from '../router.ts';
import { focusHeading } from './lost-focus.ts';

/** Navigates a list that is sorted newest first. The position is in the address of the page. */
export const Pager = ({ next }: { next: string | null }) => {
  const turnTo = (cursor: string | undefined, button: Element) => {
    changeSearch({ cursor });
    // The reader begins at the top of the list. The button may disappear while the page is read.
    focusHeading(button);
  };
  return (
    <div class="actions">
      {cursorOf(hash.value) !== undefined && (
        <Button onClick={({ currentTarget }) => turnTo(undefined, currentTarget)}>Newest</Button>
      )}
      {next !== null && <Button onClick={({ currentTarget }) => turnTo(next, currentTarget)}>Older</Button>}
    </div>
  );
};
