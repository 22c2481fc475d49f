import { Button } from './button.tsx';

type Props = {
  /** Where this page starts; undefined on the newest page. */
  cursor: string | undefined;
  next: string | null;
  onCursor: (cursor: string | undefined) => void;
};

/** Navigates a list that is sorted newest first. */
export const Pager = ({ cursor, next, onCursor }: Props) => (
  <div class="actions">
    {cursor !== undefined && <Button onClick={() => onCursor(undefined)}>Newest</Button>}
    {next !== null && <Button onClick={() => onCursor(next)}>Older</Button>}
  </div>
);
