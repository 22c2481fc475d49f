type Props = {
  /** Where this page begins; undefined for the newest. */
  cursor: string | undefined;
  next: string | null;
  onCursor: (cursor: string | undefined) => void;
};

/** Leads from one page of a list, newest first, to the others. */
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
