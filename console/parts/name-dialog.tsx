import type { ComponentChildren } from 'preact';
import { Dialog } from './dialog.tsx';
import { Field } from './field.tsx';
import { Form, textOf } from './form.tsx';
import { SubmitRow } from './submit-row.tsx';
import { useAction } from './use-action.ts';

type Props = {
  title: string;
  label: string;
  /** The name under which typed values are kept. If omitted, nothing is kept. */
  draft?: string;
  /** The current name, if the dialog changes it. */
  name?: string;
  onName: (name: string) => Promise<void>;
  onClose: () => void;
  children?: ComponentChildren;
};

/** Asks for the name of an organization or project. */
export const NameDialog = ({ title, label, draft, name = '', onName, onClose, children }: Props) => {
  const action = useAction((form: FormData) => onName(textOf(form, 'name')));
  return (
    <Dialog title={title} onClose={onClose}>
      <Form action={action} {...(draft !== undefined && { draft })}>
        {children}
        <Field name="name" label="Name" required maxLength={100} defaultValue={name} />
        <SubmitRow label={label} isBusy={action.isBusy} onCancel={onClose} />
      </Form>
    </Dialog>
  );
};
