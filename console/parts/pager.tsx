import { Button } from './button.tsx';
import { focusHeading } from './lost-focus.ts';

type Props = {
  /** The position where this page starts. Undefined on the newest page. */
  cursor: string | undefined;
  next: string | null;
  onCursor: (cursor: string | undefined) => void;
};

/** Navigates a list that is sorted newest first. */
export const Pager = ({ cursor, next, onCursor }: Props) => {
  const turnTo = (place: string | undefined, button: Element) => {
    onCursor(place);
    // The reader begins at the top of the list. The button may disappear while the page is read.
    focusHeading(button);
  };
  return (
    <div class="actions">
      {cursor !== undefined && (
        <Button onClick={({ currentTarget }) => turnTo(undefined, currentTarget)}>Newest</Button>
      )}
      {next !== null && <Button onClick={({ currentTarget }) => turnTo(next, currentTarget)}>Older</Button>}
    </div>
  );
};
