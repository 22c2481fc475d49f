import type { Webhook, WebhookSettings } from '../api/types.ts';
import { Field } from '../parts/field.tsx';
import { Form, textOf } from '../parts/form.tsx';
import { SubmitRow } from '../parts/submit-row.tsx';
import { useAction } from '../parts/use-action.ts';
import { useProblem } from '../parts/use-problem.tsx';
import { eventTypes, isEventType, settingsOf } from './settings.ts';

type Props = {
  webhook?: Webhook;
  label: string;
  /** The name under which typed values are kept. If omitted, nothing is kept. */
  draft?: string;
  onSettings: (settings: WebhookSettings) => Promise<void>;
  onCancel?: () => void;
};

/** Edits `webhook`, or the settings of a new endpoint. */
export const SettingsForm = ({ webhook, label, draft, onSettings, onCancel }: Props) => {
  const chosen = webhook?.events ?? Object.keys(eventTypes).filter(isEventType);
  const action = useAction(async (form: FormData) =>
    onSettings(
      settingsOf({
        url: textOf(form, 'url'),
        description: textOf(form, 'description'),
        events: form.getAll('events'),
      }),
    ),
  );
  return (
    <Form action={action} {...(draft !== undefined && { draft })}>
      {webhook?.url !== null && (
        <Field
          name="url"
          label="Address"
          type="url"
          required={webhook !== undefined}
          pattern="https://.+|http://(localhost|127\.0\.0\.1)[:\/].+"
          title="An address that begins with https://"
          placeholder="https://example.com/hooks/earshot"
          defaultValue={webhook?.url ?? ''}
          hint={
            !webhook && (
              <>
                Leave it empty to sign what jobs send to their own <code>webhook_url</code>.
              </>
            )
          }
        />
      )}
      <Field
        name="description"
        label="Description"
        isOptional
        maxLength={200}
        defaultValue={webhook?.description ?? ''}
      />
      <EventFields chosen={chosen} />
      <SubmitRow label={label} isBusy={action.isBusy} {...(onCancel && { onCancel })} />
    </Form>
  );
};

/** The messages to send. A webhook needs at least one. */
const EventFields = ({ chosen }: { chosen: Webhook['events'] }) => {
  const problem = useProblem('events');
  return (
    <fieldset>
      <legend>Send a message when</legend>
      {Object.entries(eventTypes).map(([type, words]) => (
        <label key={type}>
          <input
            type="checkbox"
            name="events"
            value={type}
            defaultChecked={chosen.some((one) => one === type)}
            {...problem.attributes}
          />
          {words} <code class="quiet">{type}</code>
        </label>
      ))}
      {problem.text}
    </fieldset>
  );
};
