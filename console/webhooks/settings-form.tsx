import type { Webhook, WebhookSettings } from '../api/types.ts';
import { Form, textOf } from '../parts/form.tsx';
import { SubmitRow } from '../parts/submit-row.tsx';
import { useAction } from '../parts/use-action.ts';
import { eventTypes, isEventType } from './events.ts';

type Props = {
  webhook?: Webhook;
  label: string;
  onSettings: (settings: WebhookSettings) => Promise<void>;
  onCancel?: () => void;
};

/** Edits `webhook`, or the settings of a new endpoint. */
export const SettingsForm = ({ webhook, label, onSettings, onCancel }: Props) => {
  const chosen = webhook?.events ?? Object.keys(eventTypes).filter(isEventType);
  const action = useAction((form: FormData) => {
    const address = textOf(form, 'url');
    return onSettings({
      ...(address !== '' && { url: address }),
      description: textOf(form, 'description'),
      events: form.getAll('events').filter(isEventType),
    });
  });
  return (
    <Form action={action}>
      {webhook?.url !== null && (
        <label>
          Address
          <input
            type="url"
            name="url"
            required={webhook !== undefined}
            pattern="https://.+"
            title="An address that begins with https://"
            placeholder="https://example.com/hooks/earshot"
            defaultValue={webhook?.url}
            autoComplete="off"
          />
          {!webhook && (
            <small>
              Leave it empty to sign what jobs send to their own <code>webhook_url</code>.
            </small>
          )}
        </label>
      )}
      <label>
        Description <span class="quiet">(optional)</span>
        <input
          name="description"
          maxLength={200}
          defaultValue={webhook?.description ?? ''}
          autoComplete="off"
        />
      </label>
      <fieldset>
        <legend>Send a message when</legend>
        {Object.entries(eventTypes).map(([type, words]) => (
          <label key={type}>
            <input
              type="checkbox"
              name="events"
              value={type}
              defaultChecked={chosen.some((one) => one === type)}
            />
            {words} <code class="quiet">{type}</code>
          </label>
        ))}
      </fieldset>
      <SubmitRow label={label} isBusy={action.isBusy} {...(onCancel && { onCancel })} />
    </Form>
  );
};
