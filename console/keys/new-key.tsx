import { useState } from 'preact/hooks';
import { createKey } from '../api/calls.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Form, textOf } from '../parts/form.tsx';
import { SecretDialog } from '../parts/secret-dialog.tsx';
import { SubmitRow } from '../parts/submit-row.tsx';
import { useAction } from '../parts/use-action.ts';

type Props = { projectId: string; onCreated: () => Promise<void>; onClose: () => void };

/** Asks for a name and a kind, then shows the secret, which is in this component only. */
export const NewKey = ({ projectId, onCreated, onClose }: Props) => {
  const [secret, setSecret] = useState<string>();
  const action = useAction(async (form: FormData) => {
    const mode = textOf(form, 'mode') === 'test' ? 'test' : 'live';
    const created = await createKey(projectId, { name: textOf(form, 'name'), mode });
    setSecret(created.secret ?? undefined);
    await onCreated();
  });
  if (secret !== undefined) {
    return (
      <SecretDialog key="secret" title="Your new API key" secret={secret} onClose={onClose}>
        <p>Copy it now and put it where your server reads its secrets.</p>
      </SecretDialog>
    );
  }
  return (
    <Dialog key="form" title="New API key" onClose={onClose}>
      <Form action={action}>
        <label>
          Name
          <input name="name" required maxLength={100} autoComplete="off" placeholder="Production server" />
        </label>
        <fieldset>
          <legend>Kind</legend>
          <label>
            <input type="radio" name="mode" value="live" defaultChecked />
            Live: completed jobs are charged
          </label>
          <label>
            <input type="radio" name="mode" value="test" />
            Test: the same API, never charged
          </label>
        </fieldset>
        <SubmitRow label="Create key" isBusy={action.isBusy} onCancel={onClose} />
      </Form>
    </Dialog>
  );
};
