import type { ComponentChildren } from 'preact';
import { Dialog } from './dialog.tsx';
import { Form } from './form.tsx';
import { SubmitRow } from './submit-row.tsx';
import { useAction } from './use-action.ts';

export type ConfirmProps = {
  title: string;
  /** The text of the button: the verb of the title. */
  label: string;
  /** Runs the action. It must also close or replace the dialog. */
  act: () => Promise<void>;
  onClose: () => void;
  /** `danger` for what cannot be undone. */
  tone?: 'main' | 'danger';
  isDisabled?: boolean;
  children: ComponentChildren;
};

/** Asks for confirmation of an action. */
export const Confirm = ({
  title,
  label,
  act,
  onClose,
  tone = 'danger',
  isDisabled = false,
  children,
}: ConfirmProps) => {
  const action = useAction((_form: FormData) => act());
  return (
    <Dialog title={title} onClose={onClose}>
      <Form action={action}>
        {children}
        <SubmitRow
          label={label}
          isBusy={action.isBusy}
          isDisabled={isDisabled}
          onCancel={onClose}
          danger={tone === 'danger'}
        />
      </Form>
    </Dialog>
  );
};
