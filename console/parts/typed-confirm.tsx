import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Dialog } from './dialog.tsx';
import { Field } from './field.tsx';
import { Form } from './form.tsx';
import { isSameName } from './same-name.ts';
import { SubmitRow } from './submit-row.tsx';
import { useAction } from './use-action.ts';

type Props = {
  title: string;
  /** What has to be typed. */
  name: string;
  /** The text of the button: the verb of the title. */
  label: string;
  /** Must also close the dialog. */
  act: () => Promise<void>;
  onClose: () => void;
  children: ComponentChildren;
};

/** Asks for the name of what is lost for good. */
export const TypedConfirm = ({ title, name, label, act, onClose, children }: Props) => {
  const [typed, setTyped] = useState('');
  const action = useAction((_form: FormData) => act());
  return (
    <Dialog title={title} onClose={onClose}>
      <Form action={action}>
        {children}
        <Field name="typed" label={`Type ${name} to confirm`} required onInput={setTyped} />
        <SubmitRow
          label={label}
          isBusy={action.isBusy}
          isDisabled={!isSameName(typed, name)}
          onCancel={onClose}
          danger
        />
      </Form>
    </Dialog>
  );
};
