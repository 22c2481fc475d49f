import { listSubscriptions, openPortal } from '../api/calls.ts';
import type { Subscription } from '../api/types.ts';
import { Badge } from '../parts/badge.tsx';
import { Button } from '../parts/button.tsx';
import { ErrorNote } from '../parts/error-note.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Moment } from '../parts/moment.tsx';
import { useAction } from '../parts/use-action.ts';
import { useQuery } from '../parts/use-query.ts';
import { leaveFor } from '../router.ts';

/** The subscriptions of an organization. They are changed and ended on the payment provider's page. */
export const Plan = ({ organizationId }: { organizationId: string }) => {
  const subscriptions = useQuery({
    key: ['subscriptions', organizationId],
    load: () => listSubscriptions(organizationId),
  });
  const manage = useAction(() => leaveFor(openPortal(organizationId)));
  return (
    <section aria-labelledby="plan">
      <div class="card-heading">
        <h2 id="plan">Plan and payment methods</h2>
        <Button onClick={() => manage.run()} isBusy={manage.isBusy}>
          Manage
        </Button>
      </div>
      <Loaded query={subscriptions} what="plan">
        {({ data }) =>
          data.length === 0 ? (
            <p class="quiet">No subscription. Manage shows your payment methods and invoices.</p>
          ) : (
            <div class="cards">
              {data.map((one) => (
                <PlanCard key={one.id} subscription={one} />
              ))}
            </div>
          )
        }
      </Loaded>
      <ErrorNote error={manage.error} />
    </section>
  );
};

const PlanCard = ({ subscription }: { subscription: Subscription }) => {
  const { name, status, canceled, period_ends_at: end } = subscription;
  return (
    <section class="card">
      <h3>{name ?? 'A plan that is no longer sold'}</h3>
      <Badge tone={status === 'active' && !canceled ? 'good' : 'busy'} text={status.replaceAll('_', ' ')} />
      {end !== null && (
        <p class="quiet">
          {canceled ? 'Ends' : 'Renews'} <Moment at={end} />
        </p>
      )}
    </section>
  );
};
