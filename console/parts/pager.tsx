type Props = {
  /** Where this page starts; undefined on the newest page. */
  cursor: string | undefined;
  next: string | null;
  onCursor: (cursor: string | undefined) => void;
};

/** Navigates a list that is sorted newest first. */
export const Pager = ({ cursor, next, onCursor }: Props) => (
  <div class="actions">
    {cursor !== undefined && (
      <button type="button" class="secondary outline small" onClick={() => onCursor(undefined)}>
        Newest
      </button>
    )}
    {next !== null && (
      <button type="button" class="secondary outline small" onClick={() => onCursor(next)}>
        Older
      </button>
    )}
  </div>
);
