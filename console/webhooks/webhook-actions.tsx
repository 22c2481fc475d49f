import { useState } from 'preact/hooks';
import { changeWebhook, deleteWebhook, rotateSecret, type WebhookPlace } from '../api/webhook-calls.ts';
import type { Webhook } from '../api/types.ts';
import { Confirm } from '../parts/confirm.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { ErrorNote } from '../parts/error-note.tsx';
import { SecretDialog } from '../parts/secret-dialog.tsx';
import { useAction } from '../parts/use-action.ts';
import { hashOf } from '../route.ts';
import { goTo } from '../router.ts';
import { SettingsForm } from './settings-form.tsx';

type Props = { place: WebhookPlace; webhook: Webhook; onChange: (webhook: Webhook) => void };
type Asked = 'edit' | 'rotate' | 'delete' | { secret: string };

/** What can be done with an endpoint besides testing it. */
export const WebhookActions = ({ place, webhook, onChange }: Props) => {
  const [asked, setAsked] = useState<Asked>();
  const close = () => setAsked(undefined);
  const isEnabled = webhook.status === 'enabled';
  const toggle = useAction(async () =>
    onChange(await changeWebhook(place, { status: isEnabled ? 'disabled' : 'enabled' })),
  );
  const rotate = async () => {
    const { secret, ...rotated } = await rotateSecret(place);
    onChange(rotated);
    setAsked(secret === null ? undefined : { secret });
  };
  const remove = async () => {
    await deleteWebhook(place);
    goTo(hashOf.project(place, 'webhooks'));
  };
  return (
    <>
      <div class="actions">
        <button type="button" class="secondary outline small" onClick={() => setAsked('edit')}>
          Edit
        </button>
        <button
          type="button"
          class="secondary outline small"
          onClick={() => toggle.run()}
          aria-busy={toggle.isBusy}
        >
          {isEnabled ? 'Disable' : 'Enable'}
        </button>
        <button type="button" class="secondary outline small" onClick={() => setAsked('rotate')}>
          Rotate secret
        </button>
        <button type="button" class="danger outline small" onClick={() => setAsked('delete')}>
          Delete
        </button>
      </div>
      {toggle.error !== undefined && <ErrorNote error={toggle.error} />}
      {asked === 'edit' && (
        <Dialog key="edit" title="Edit endpoint" onClose={close}>
          <SettingsForm
            webhook={webhook}
            label="Save"
            onCancel={close}
            onSettings={async (settings) => {
              onChange(await changeWebhook(place, settings));
              close();
            }}
          />
        </Dialog>
      )}
      {asked === 'rotate' && (
        <Confirm key="rotate" title="Rotate the secret?" label="Rotate" act={rotate} onClose={close}>
          <p>Messages are signed with both secrets for 24 hours; put the new one on your server by then.</p>
        </Confirm>
      )}
      {typeof asked === 'object' && (
        <SecretDialog key="secret" title="New signing secret" secret={asked.secret} onClose={close}>
          <p>The one before signs too for 24 hours.</p>
        </SecretDialog>
      )}
      {asked === 'delete' && (
        <Confirm key="delete" title="Delete this endpoint?" label="Delete" act={remove} onClose={close}>
          <p class="breakable">{webhook.url} gets no more messages, and its delivery log is gone.</p>
        </Confirm>
      )}
    </>
  );
};
