type Props = { label: string; isBusy: boolean; onCancel?: () => void; danger?: boolean };

/** The end of a form: do it, or leave it. */
export const SubmitRow = ({ label, isBusy, onCancel, danger = false }: Props) => (
  <div class="actions end">
    {onCancel && (
      <button type="button" class="secondary outline" onClick={onCancel}>
        Cancel
      </button>
    )}
    <button type="submit" class={danger ? 'danger' : ''} aria-busy={isBusy} disabled={isBusy}>
      {label}
    </button>
  </div>
);
