import type { Billing } from '../api/types.ts';
import { credited, dollars } from '../format.ts';
import { Moment } from '../parts/moment.tsx';
import { Table } from '../parts/table.tsx';
import { ReceiptButton } from './receipt-button.tsx';

type Entry = Billing['entries'][number];

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
  dispute: 'Dispute',
  dispute_reversal: 'Dispute reversed',
};

type Props = { organizationId: string; entries: Billing['entries'] };

/** Payments and refunds, and what each changed of the balance. The usage page lists the price of jobs. */
export const Entries = ({ organizationId, entries }: Props) => (
  <section aria-labelledby="entries">
    <h2 id="entries">Payments</h2>
    {entries.length === 0 ? (
      <p class="quiet">No payments yet. The usage page lists what jobs cost.</p>
    ) : (
      <Table columns={columns}>
        {entries.map((entry) => (
          <tr key={entry.id}>
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
                <ReceiptButton organizationId={organizationId} entryId={entry.id} />
              )}
            </td>
          </tr>
        ))}
      </Table>
    )}
  </section>
);
