import { Button } from './button.tsx';
type Props = { label: string; isBusy: boolean; onCancel?: () => void; danger?: boolean };

/** The buttons at the end of a form. */
export const SubmitRow = ({ label, isBusy, onCancel, danger = false }: Props) => (
  <div class="actions end">
    {onCancel && (
      <Button size="normal" onClick={onCancel}>
        Cancel
      </Button>
    )}
    <button type="submit" class={danger ? 'danger' : ''} aria-busy={isBusy} disabled={isBusy}>
      {label}
    </button>
  </div>
);
