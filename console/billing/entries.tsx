import { getBilling, getReceipt } from '../api/calls.ts';
import { keyOf } from '../api/query-keys.ts';
import type { Billing } from '../api/types.ts';
import { credited, dollars } from '../format.ts';
import { Button } from '../parts/button.tsx';
import { ErrorNote } from '../parts/error-note.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Moment } from '../parts/moment.tsx';
import { Pager } from '../parts/pager.tsx';
import { Table } from '../parts/table.tsx';
import { useAction } from '../parts/use-action.ts';
import { useQuery } from '../parts/use-query.ts';
import { cursorOf } from '../route.ts';
import { hash, leaveFor } from '../router.ts';

type Entry = Billing['entries']['data'][number];

const columns = [
  'When',
  'What',
  { name: 'Paid', is: 'number' },
  { name: 'Balance', is: 'number' },
  { name: 'Receipt', is: 'unseen' },
] as const;

const kinds: Readonly<Record<Entry['kind'], string>> = {
  credit: 'Payment',
  refund: 'Refund',
  refund_reversal: 'Refund reversed',
  dispute: 'Dispute',
  dispute_reversal: 'Dispute reversed',
};

/** Payments and refunds, and how each changed the balance. The usage page lists the price of jobs. */
export const Entries = ({ organizationId }: { organizationId: string }) => {
  const cursor = cursorOf(hash.value);
  const key = keyOf.billing(organizationId);
  const query = useQuery({
    key: cursor === undefined ? key : [...key, cursor],
    load: () => getBilling(organizationId, cursor),
    // The billing page has read the newest payments.
    isAllowed: cursor !== undefined,
  });
  return (
    <section aria-labelledby="entries">
      <h2 id="entries">Payments</h2>
      <Loaded query={query} what="payments">
        {({ entries: { data, next_cursor: next } }) =>
          data.length === 0 ? (
            <p class="quiet">No payments yet. The usage page lists what jobs cost.</p>
          ) : (
            <>
              <Table columns={columns}>
                {data.map((entry) => (
                  <Row key={entry.id} organizationId={organizationId} entry={entry} />
                ))}
              </Table>
              <Pager next={next} />
            </>
          )
        }
      </Loaded>
    </section>
  );
};

const Row = ({ organizationId, entry }: { organizationId: string; entry: Entry }) => {
  // The address of a receipt at the payment provider expires.
  const receipt = useAction(() => leaveFor(getReceipt(organizationId, entry.id)));
  return (
    <>
      <tr>
        <th scope="row">
          <Moment at={entry.created_at} />
        </th>
        <td data-label="What">{kinds[entry.kind]}</td>
        <td class="number" data-label="Paid">
          {entry.paid_usd !== null && dollars(entry.paid_usd)}
        </td>
        <td class="number" data-label="Balance">
          {credited(entry.amount_usd)}
        </td>
        <td class="row-actions">
          {entry.kind === 'credit' && (
            <Button onClick={() => receipt.run()} isBusy={receipt.isBusy}>
              Receipt
            </Button>
          )}
        </td>
      </tr>
      {receipt.error !== undefined && (
        <tr>
          <td class="row-actions" colSpan={columns.length}>
            <ErrorNote error={receipt.error} />
          </td>
        </tr>
      )}
    </>
  );
};
