import { getBilling } from '../api/calls.ts';
import { keyOf } from '../api/query-keys.ts';
import type { Organization } from '../api/types.ts';
import { Loaded } from '../parts/loaded.tsx';
import { PageHeading } from '../parts/page-heading.tsx';
import { useQuery } from '../parts/use-query.ts';
import { AutoTopUpCard } from './auto-top-up.tsx';
import { Balance } from './balance.tsx';
import { CheckoutNote } from './checkout-note.tsx';
import { Entries } from './entries.tsx';
import { Plan } from './plan.tsx';
import { SpendingCard } from './spending-card.tsx';
import { Products } from './products.tsx';

export const BillingPage = ({ organization }: { organization: Organization }) => {
  const billing = useQuery({
    key: keyOf.billing(organization.id),
    load: () => getBilling(organization.id),
  });
  return (
    <>
      <PageHeading title="Billing" lead={`One balance pays for all projects of ${organization.name}.`} />
      <CheckoutNote onCheck={billing.reload} />
      <Loaded query={billing} what="balance">
        {(value) => (
          <>
            <Balance billing={value} />
            <SpendingCard
              organizationId={organization.id}
              spending={value.spending}
              heldUsd={value.held_usd}
              onChange={(spending) => billing.change({ ...value, spending })}
            />
            <AutoTopUpCard
              organizationId={organization.id}
              billing={value}
              onChange={(order) => billing.change({ ...value, auto_top_up: order })}
            />
            {value.is_customer && <Plan organizationId={organization.id} />}
            <Products organizationId={organization.id} products={value.products} />
            <Entries organizationId={organization.id} />
          </>
        )}
      </Loaded>
    </>
  );
};
