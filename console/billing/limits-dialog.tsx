import { useState } from 'preact/hooks';
import { ApiError } from '../api/api-error.ts';
import { changeLimits } from '../api/calls.ts';
import type { Spending } from '../api/types.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { Form, textOf } from '../parts/form.tsx';
import { SubmitRow } from '../parts/submit-row.tsx';
import { useAction } from '../parts/use-action.ts';
import { amountInput, changedAmount, isLateAlert, typedAmount } from './typed-amount.ts';

type Props = {
  organizationId: string;
  spending: Spending;
  onSaved: (spending: Spending) => void;
  onClose: () => void;
};

export const LimitsDialog = ({ organizationId, spending, onSaved, onClose }: Props) => {
  // Keeps the first values, because the page may reload the limits while the dialog is open.
  const [{ limit_usd: limit, alert_usd: alert }] = useState(spending);
  const action = useAction(async (form: FormData) => {
    if (isLateAlert(textOf(form, 'spend_alert_usd'), textOf(form, 'spend_limit_usd')))
      throw ApiError.atField('spend_alert_usd', 'This is more than the limit. Warn from a lower amount.');
    onSaved(
      await changeLimits(organizationId, {
        spend_limit_usd: changedAmount(textOf(form, 'spend_limit_usd'), limit),
        spend_alert_usd: changedAmount(textOf(form, 'spend_alert_usd'), alert),
      }),
    );
  });
  return (
    <Dialog title="Spending of a month" onClose={onClose}>
      <Form action={action}>
        <Field
          name="spend_limit_usd"
          label="Limit in US dollars"
          isOptional
          {...amountInput}
          defaultValue={typedAmount(limit)}
          hint="From it on, new jobs of all projects are refused. Jobs on their way go on. A month begins at midnight in UTC."
        />
        <Field
          name="spend_alert_usd"
          label="Warn from"
          isOptional
          {...amountInput}
          defaultValue={typedAmount(alert)}
          hint="The console then shows a note to owners and billing people."
        />
        <SubmitRow label="Save" isBusy={action.isBusy} onCancel={onClose} />
      </Form>
    </Dialog>
  );
};
