import { getBilling } from '../api/calls.ts';
import type { Organization } from '../api/types.ts';
import { dollars } from '../format.ts';
import { Loaded } from '../parts/loaded.tsx';
import { PageHeading } from '../parts/page-heading.tsx';
import { useQuery } from '../parts/use-query.ts';
import { CheckoutNote } from './checkout-note.tsx';
import { Entries } from './entries.tsx';
import { Products } from './products.tsx';

export const BillingPage = ({ organization }: { organization: Organization }) => {
  const billing = useQuery({
    key: ['billing', organization.id],
    load: () => getBilling(organization.id),
  });
  return (
    <>
      <PageHeading title="Billing" lead={`One balance pays for all projects of ${organization.name}.`} />
      <CheckoutNote onCheck={billing.reload} />
      <Loaded query={billing} what="balance">
        {({ balance_usd: balance, held_usd: held, prepaid, products, entries }) => (
          <>
            <dl class="figures">
              <div>
                <dt>Balance</dt>
                <dd>{dollars(balance)}</dd>
              </div>
              {prepaid && (
                <div>
                  <dt>Reserved for unfinished jobs</dt>
                  <dd>{dollars(held)}</dd>
                </div>
              )}
            </dl>
            <p class="quiet">
              {prepaid
                ? 'Jobs are paid from the balance. Each job reserves its maximum price until it ends. New jobs are refused when the balance cannot cover them.'
                : 'Completed jobs are charged to the balance, which may go below zero.'}
            </p>
            <Products organizationId={organization.id} products={products} />
            <Entries entries={entries} />
          </>
        )}
      </Loaded>
    </>
  );
};
