import { useState } from 'preact/hooks';
import type { Tenant } from '../api/types.ts';
import { createWebhook } from '../api/webhook-calls.ts';
import { Dialog } from '../parts/dialog.tsx';
import { SecretDialog } from '../parts/secret-dialog.tsx';
import { SettingsForm } from './settings-form.tsx';

type Props = { tenant: Tenant; onCreated: () => Promise<void>; onClose: () => void };

/** Asks for the settings of an endpoint, then shows its secret, which is in this component only. */
export const NewWebhook = ({ tenant, onCreated, onClose }: Props) => {
  const [secret, setSecret] = useState<string>();
  if (secret !== undefined) {
    return (
      <SecretDialog key="secret" title="Signing secret" secret={secret} onClose={onClose}>
        <p>
          With it your server checks that a message is ours, by any library for{' '}
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
