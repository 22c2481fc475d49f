import { useState } from 'preact/hooks';
import { createKey } from '../api/calls.ts';
import type { ApiKey } from '../api/types.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { Form, textOf } from '../parts/form.tsx';
import { SecretDialog } from '../parts/secret-dialog.tsx';
import { SubmitRow } from '../parts/submit-row.tsx';
import { useAction } from '../parts/use-action.ts';
import { isFull } from './key-state.ts';
import { KindFields } from './kind-fields.tsx';

type Props = {
  projectId: string;
  /** All keys of the project. */
  keys: readonly ApiKey[];
  onCreated: () => Promise<void>;
  onClose: () => void;
};

const dayMs = 24 * 60 * 60_000;
const lifetimes = [30, 90, 365];

/** An ISO 8601 time. Null for a key that never expires. */
const expiryOf = (days: string, from: number): string | null =>
  days === '' ? null : new Date(from + Number(days) * dayMs).toISOString();

/** A form for a new key. It then shows the secret, which only this component's state holds. */
export const NewKey = ({ projectId, keys, onCreated, onClose }: Props) => {
  const [secret, setSecret] = useState<string>();
  // The expiry counts from the opening of the dialog, so that a second click after a lost answer sends the same request.
  const [openedAt] = useState(() => Date.now());
  const action = useAction(async (form: FormData) => {
    const mode = textOf(form, 'mode') === 'test' ? 'test' : 'live';
    const expires_at = expiryOf(textOf(form, 'expires'), openedAt);
    const created = await createKey(projectId, { name: textOf(form, 'name'), mode, expires_at });
    setSecret(created.secret ?? undefined);
    await onCreated();
  });
  if (secret !== undefined) {
    return (
      <SecretDialog key="secret" title="Your new API key" secret={secret} onClose={onClose}>
        <p>Copy it now and store it with your server's secrets.</p>
      </SecretDialog>
    );
  }
  if (isFull(keys, 'live') && isFull(keys, 'test')) {
    return (
      <Dialog key="full" title="New API key" onClose={onClose}>
        <p>The project has two active live keys and two active test keys, which is the maximum.</p>
        <p>Revoke one to create another.</p>
        <div class="actions end">
          <Button tone="main" onClick={onClose}>
            Close
          </Button>
        </div>
      </Dialog>
    );
  }
  return (
    <Dialog key="form" title="New API key" onClose={onClose}>
      <Form action={action} draft={`new-key/${projectId}`}>
        <Field name="name" label="Name" required maxLength={100} placeholder="Production server" />
        <KindFields keys={keys} />
        <label>
          Expires
          <select name="expires">
            <option value="">Never</option>
            {lifetimes.map((days) => (
              <option key={days} value={days}>
                In {days} days
              </option>
            ))}
          </select>
        </label>
        <SubmitRow label="Create key" isBusy={action.isBusy} onCancel={onClose} />
      </Form>
    </Dialog>
  );
};
