import { getBilling } from '../api/calls.ts';
import type { Organization } from '../api/types.ts';
import { dollars } from '../format.ts';
import { Loaded } from '../parts/loaded.tsx';
import { PageHeading } from '../parts/page-heading.tsx';
import { useLoad } from '../parts/use-load.ts';
import { CheckoutNote } from './checkout-note.tsx';
import { Entries } from './entries.tsx';
import { Products } from './products.tsx';

export const BillingPage = ({ organization }: { organization: Organization }) => {
  const billing = useLoad(() => getBilling(organization.id), organization.id);
  return (
    <>
      <PageHeading title="Billing" lead={`Of ${organization.name}, for all of its projects.`} />
      <CheckoutNote onCheck={billing.reload} />
      <Loaded load={billing} what="balance">
        {({ balance_usd: balance, held_usd: held, prepaid, products, entries }) => (
          <>
            <dl class="figures">
              <div>
                <dt>Balance</dt>
                <dd>{dollars(balance)}</dd>
              </div>
              {prepaid && (
                <div>
                  <dt>Held for jobs on their way</dt>
                  <dd>{dollars(held)}</dd>
                </div>
              )}
            </dl>
            <p class="quiet">
              {prepaid
                ? 'Jobs are paid from the balance. Each holds what it may cost until it has ended; when nothing else is left, new jobs are refused.'
                : 'Completed jobs are taken from the balance, which may go below zero.'}
            </p>
            <Products organizationId={organization.id} products={products} />
            <Entries entries={entries} />
          </>
        )}
      </Loaded>
    </>
  );
};
