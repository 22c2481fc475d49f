import { useState } from 'preact/hooks';
import { keyOf } from '../api/query-keys.ts';
import { changeWebhook, deleteWebhook, rotateSecret, type WebhookRef } from '../api/webhook-calls.ts';
import type { Webhook } from '../api/types.ts';
import { Button } from '../parts/button.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { ErrorNote } from '../parts/error-note.tsx';
import { queries } from '../parts/queries.ts';
import { SecretDialog } from '../parts/secret-dialog.tsx';
import { showToast } from '../parts/toast.tsx';
import { useAction } from '../parts/use-action.ts';
import { hashOf } from '../route.ts';
import { goTo, here } from '../router.ts';
import { addressOf } from './address.ts';
import { SettingsForm } from './settings-form.tsx';

type Props = { webhookRef: WebhookRef; webhook: Webhook; onChange: (webhook: Webhook) => void };
type OpenDialog = 'edit' | 'rotate' | 'delete' | { secret: string };

export const WebhookActions = ({ webhookRef, webhook, onChange }: Props) => {
  const [open, setOpen] = useState<OpenDialog>();
  const close = () => setOpen(undefined);
  const isEnabled = webhook.status === 'enabled';
  const toggle = useAction(async () => {
    const changed = await changeWebhook(webhookRef, { status: isEnabled ? 'disabled' : 'enabled' });
    onChange(changed);
    showToast(`The endpoint is ${changed.status}.`);
  });
  const rotate = async () => {
    const { secret, ...rotated } = await rotateSecret(webhookRef);
    onChange(rotated);
    setOpen(secret === null ? undefined : { secret });
  };
  const remove = async () => {
    const isHere = here();
    await deleteWebhook(webhookRef);
    void queries.resetQueries({ queryKey: keyOf.webhooks(webhookRef) });
    if (isHere()) goTo(hashOf.project(webhookRef, 'webhooks'));
    showToast('The endpoint was deleted.');
  };
  return (
    <>
      <div class="actions">
        <Button onClick={() => setOpen('edit')}>Edit</Button>
        <Button onClick={() => toggle.run()} isBusy={toggle.isBusy}>
          {isEnabled ? 'Disable' : 'Enable'}
        </Button>
        <Button onClick={() => setOpen('rotate')}>Rotate secret</Button>
        <Button tone="danger" onClick={() => setOpen('delete')}>
          Delete
        </Button>
      </div>
      <ErrorNote error={toggle.error} />
      {open === 'edit' && (
        <Dialog key="edit" title="Edit endpoint" onClose={close}>
          <SettingsForm
            webhook={webhook}
            label="Save"
            onCancel={close}
            onSettings={async (settings) => {
              onChange(await changeWebhook(webhookRef, settings));
              close();
              showToast('The endpoint is saved.');
            }}
          />
        </Dialog>
      )}
      {open === 'rotate' && (
        <Confirm key="rotate" title="Rotate the secret?" label="Rotate" act={rotate} onClose={close}>
          <p>
            Messages are signed with both secrets for 24 hours. Deploy the new one to your server by then.
          </p>
        </Confirm>
      )}
      {typeof open === 'object' && (
        <SecretDialog key="secret" title="New signing secret" secret={open.secret} onClose={close}>
          <p>The previous secret also signs messages for 24 hours.</p>
        </SecretDialog>
      )}
      {open === 'delete' && (
        <Confirm key="delete" title="Delete this endpoint?" label="Delete" act={remove} onClose={close}>
          <p>{addressOf(webhook)} gets no more messages, and its delivery log is deleted.</p>
        </Confirm>
      )}
    </>
  );
};
