import { useState } from 'preact/hooks';
import { changeAutoTopUp } from '../api/calls.ts';
import type { AutoTopUp, Billing } from '../api/types.ts';
import { dollars } from '../format.ts';
import { Button } from '../parts/button.tsx';
import { ErrorNote } from '../parts/error-note.tsx';
import { showToast } from '../parts/toast.tsx';
import { useAction } from '../parts/use-action.ts';
import { AutoTopUpDialog } from './auto-top-up-dialog.tsx';
import { Warned } from './warned.tsx';

const causes: Readonly<Record<NonNullable<AutoTopUp['stopped']>, string>> = {
  declined: 'The card was declined. Add another one under Manage',
  authentication_required: "The card's bank wants you to confirm each payment. Add another card under Manage",
  no_card: 'No card is saved any more. Add one under Manage',
  not_sold: 'The pack is no longer sold. Choose another one',
  returned: 'A payment was returned. Settle that first',
  unconfirmed: 'It is not known whether the last payment was made. Look at your payments first',
};

/** Formats `visa` as `Visa`, and `american_express` as `American Express`. */
const brandName = (brand: string): string =>
  brand.replaceAll('_', ' ').replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase());

type Props = { organizationId: string; billing: Billing; onChange: (order: AutoTopUp | null) => void };

/** The card about credit that is bought with a saved payment card when little is left. */
export const AutoTopUpCard = ({ organizationId, billing, onChange }: Props) => {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const { auto_top_up: order, products } = billing;
  const packs = products.filter(({ kind }) => kind === 'credit_pack');
  const end = useAction(async () => {
    await changeAutoTopUp(organizationId, null);
    onChange(null);
    showToast('Automatic top-up is off.');
  });
  if (packs.length === 0 && !order) return null;
  const pack = packs.find(({ price_id: id }) => id === order?.price_id);
  return (
    <section aria-labelledby="auto-top-up">
      <div class="card-heading">
        <h2 id="auto-top-up">Automatic top-up</h2>
        <div class="actions">
          {order && (
            <Button onClick={() => end.run()} isBusy={end.isBusy}>
              Turn off
            </Button>
          )}
          <Button onClick={() => setOpen(true)}>{order ? 'Change top-up' : 'Turn on'}</Button>
        </div>
      </div>
      {order?.stopped && (
        <Warned
          warning={{
            tone: 'bad',
            text: `Nothing is bought. ${causes[order.stopped]}, then turn it on again.`,
          }}
        />
      )}
      <p class="quiet">
        {order
          ? `When less than ${dollars(order.below_usd)} is free, the ${brandName(order.card.brand)} card ending in ${order.card.last4} buys ${pack ? `${pack.name} for ${dollars(pack.amount_usd)}` : 'a pack'}.`
          : 'Off. A saved card can buy credit when little is left, so that no job is refused.'}
      </p>
      <ErrorNote error={end.error} />
      {isOpen && (
        <AutoTopUpDialog
          organizationId={organizationId}
          order={order}
          packs={packs}
          onClose={close}
          onSaved={(saved) => {
            onChange(saved);
            close();
            showToast('Automatic top-up is on.');
          }}
        />
      )}
    </section>
  );
};
