import { Button } from './button.tsx';

type Props = {
  label: string;
  isBusy: boolean;
  isDisabled?: boolean;
  onCancel?: () => void;
  danger?: boolean;
};

/** The buttons at the end of a form. What is being sent cannot be canceled, because its outcome would be lost. */
export const SubmitRow = ({ label, isBusy, isDisabled = false, onCancel, danger = false }: Props) => (
  <div class="actions end">
    {onCancel && (
      <Button
        type={isBusy ? 'button' : 'reset'}
        size="normal"
        aria-disabled={isBusy}
        onClick={isBusy ? undefined : onCancel}
      >
        Cancel
      </Button>
    )}
    {/* A busy button is not disabled, because it would lose the focus. An action runs only once at a time anyway. */}
    <button
      type="submit"
      class={danger ? 'danger' : ''}
      aria-busy={isBusy}
      aria-disabled={isBusy}
      disabled={isDisabled}
    >
      {label}
    </button>
  </div>
);
