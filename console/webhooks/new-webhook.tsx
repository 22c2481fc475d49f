import { useState } from 'preact/hooks';
import type { Tenant } from '../api/types.ts';
import { createWebhook } from '../api/webhook-calls.ts';
import { Dialog } from '../parts/dialog.tsx';
import { SecretDialog } from '../parts/secret-dialog.tsx';
import { SettingsForm } from './settings-form.tsx';

type Props = { tenant: Tenant; onCreated: () => Promise<void>; onClose: () => void };

/** A form for a new endpoint. It then shows the secret, which only this component's state holds. */
export const NewWebhook = ({ tenant, onCreated, onClose }: Props) => {
  const [secret, setSecret] = useState<string>();
  if (secret !== undefined) {
    return (
      <SecretDialog key="secret" title="Signing secret" secret={secret} onClose={onClose}>
        <p>
          Your server verifies our messages with it, using any library for{' '}
          <a href="https://www.standardwebhooks.com" target="_blank" rel="noreferrer">
            Standard Webhooks
          </a>
          .
        </p>
      </SecretDialog>
    );
  }
  return (
    <Dialog key="form" title="New endpoint" onClose={onClose}>
      <SettingsForm
        label="Add endpoint"
        draft={`new-webhook/${tenant.projectId}/${tenant.mode}`}
        onCancel={onClose}
        onSettings={async (settings) => {
          const created = await createWebhook(tenant, settings);
          setSecret(created.secret ?? undefined);
          await onCreated();
        }}
      />
    </Dialog>
  );
};
