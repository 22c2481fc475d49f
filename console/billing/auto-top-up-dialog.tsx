import { changeAutoTopUp } from '../api/calls.ts';
import type { AutoTopUp, Product } from '../api/types.ts';
import { dollars } from '../format.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { Form, textOf } from '../parts/form.tsx';
import { SubmitRow } from '../parts/submit-row.tsx';
import { useAction } from '../parts/use-action.ts';
import { amountInput, typedAmount } from './typed-amount.ts';

type Props = {
  organizationId: string;
  order: AutoTopUp | null;
  packs: Product[];
  onSaved: (order: AutoTopUp | null) => void;
  onClose: () => void;
};

const below = 'auto_top_up.below_usd';

export const AutoTopUpDialog = ({ organizationId, order, packs, onSaved, onClose }: Props) => {
  const action = useAction(async (form: FormData) => {
    const wanted = { price_id: textOf(form, 'price_id'), below_usd: textOf(form, below) };
    onSaved((await changeAutoTopUp(organizationId, wanted)).auto_top_up);
  });
  return (
    <Dialog title="Automatic top-up" onClose={onClose}>
      <Form action={action}>
        <Field
          name={below}
          label="When less than this is free, in US dollars"
          required
          {...amountInput}
          defaultValue={typedAmount(order?.below_usd ?? '10')}
          hint="At most the credit of the pack."
        />
        <label>
          <span id="pack">Buy</span>
          <select name="price_id" aria-labelledby="pack" aria-describedby="pack-terms">
            {packs.map(({ price_id: id, name, amount_usd: price, credit_usd: credit }) => (
              <option key={id} value={id} selected={id === order?.price_id}>
                {name}: {dollars(price)} for {dollars(credit)} of credit
              </option>
            ))}
          </select>
          <small id="pack-terms">
            Your saved card pays within a minute, one pack at a time. It stops if the card is refused. Nothing
            is bought while the spend limit is reached, which counts jobs, not purchases.
          </small>
        </label>
        <SubmitRow label={order ? 'Save' : 'Turn on'} isBusy={action.isBusy} onCancel={onClose} />
      </Form>
    </Dialog>
  );
};
