import { useState } from 'preact/hooks';
import type { Spending } from '../api/types.ts';
import { dollars, exactDollars, month } from '../format.ts';
import { Button } from '../parts/button.tsx';
import { Table } from '../parts/table.tsx';
import { showToast } from '../parts/toast.tsx';
import { spendWarning } from './warnings.ts';
import { LimitsDialog } from './limits-dialog.tsx';
import { Warned } from './warned.tsx';

const columns = ['Month (UTC)', { name: 'Spent', is: 'number' }] as const;

type Props = {
  organizationId: string;
  spending: Spending;
  heldUsd: string;
  onChange: (spending: Spending) => void;
};

/** The organization's spending in this month and in earlier ones, and its limits. */
export const SpendingCard = ({ organizationId, spending, heldUsd, onChange }: Props) => {
  const [isOpen, setOpen] = useState(false);
  const { limit_usd: limit, alert_usd: alert, spent_usd: spent, earlier_months: earlier } = spending;
  const close = () => setOpen(false);
  return (
    <section>
      <div class="card-heading">
        <h2>Spending</h2>
        <Button onClick={() => setOpen(true)}>
          {limit === null && alert === null ? 'Set a limit' : 'Change'}
        </Button>
      </div>
      <Warned warning={spendWarning({ spending, held_usd: heldUsd })} />
      <dl class="figures">
        <div>
          <dt>Spent in {month(spending.month)}</dt>
          <dd>{dollars(spent)}</dd>
        </div>
        <div>
          <dt>Limit for a month</dt>
          <dd>{limit === null ? 'None' : dollars(limit)}</dd>
        </div>
        <div>
          <dt>Warning from</dt>
          <dd>{alert === null ? 'None' : dollars(alert)}</dd>
        </div>
      </dl>
      {limit !== null && (
        <progress
          aria-label={`${dollars(spent)} of ${dollars(limit)} spent`}
          value={Math.min(Number(spent), Number(limit))}
          max={Number(limit) || 1}
        />
      )}
      {earlier.length > 0 && (
        <details>
          <summary>Earlier months</summary>
          <Table columns={columns} phone="table">
            {earlier.map(({ month: name, spent_usd: usd }) => (
              <tr key={name}>
                <th scope="row">{month(name)}</th>
                <td class="number">{exactDollars(usd)}</td>
              </tr>
            ))}
          </Table>
        </details>
      )}
      {isOpen && (
        <LimitsDialog
          organizationId={organizationId}
          spending={spending}
          onClose={close}
          onSaved={(saved) => {
            onChange(saved);
            close();
            showToast('The limits are saved.');
          }}
        />
      )}
    </section>
  );
};
