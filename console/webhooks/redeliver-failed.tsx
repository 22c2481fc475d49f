import { redeliverFailed, type WebhookRef } from '../api/webhook-calls.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Form, textOf } from '../parts/form.tsx';
import { SubmitRow } from '../parts/submit-row.tsx';
import { showToast } from '../parts/toast.tsx';
import { useAction } from '../parts/use-action.ts';

const hourMs = 3_600_000;
const spans = { hour: hourMs, day: 24 * hourMs, '7 days': 7 * 24 * hourMs, '30 days': 30 * 24 * hourMs };

type Props = { webhookRef: WebhookRef; onSent: () => Promise<void>; onClose: () => void };

/** Asks for the time since which failed deliveries are sent again. */
export const RedeliverFailed = ({ webhookRef, onSent, onClose }: Props) => {
  const action = useAction(async (form: FormData) => {
    const since = new Date(Date.now() - Number(textOf(form, 'span'))).toISOString();
    await redeliverFailed(webhookRef, since);
    showToast('Failed messages are sent again within two minutes.');
    onClose();
    await onSent();
  });
  return (
    <Dialog title="Send again what failed" onClose={onClose}>
      <Form action={action}>
        <label>
          Events of the last
          <select name="span" defaultValue={String(spans.day)}>
            {Object.entries(spans).map(([name, ms]) => (
              <option key={name} value={ms}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <p class="quiet">
          Messages that wait for their next attempt are sent, too. Each keeps its <code>webhook-id</code>, so
          a server that knows it can skip it.
        </p>
        <SubmitRow label="Send again" isBusy={action.isBusy} onCancel={onClose} />
      </Form>
    </Dialog>
  );
};
