import type { Billing } from '../api/types.ts';
import { dollars } from '../format.ts';
import { Moment } from '../parts/moment.tsx';
import { Table } from '../parts/table.tsx';

const columns = ['When', 'What', { name: 'Amount', is: 'number' }] as const;

/** Payments and refunds. The usage page lists the price of jobs. */
export const Entries = ({ entries }: { entries: Billing['entries'] }) => (
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
            <td data-label="What">{entry.kind.replaceAll('_', ' ')}</td>
            <td class="number" data-label="Amount">
              {dollars(entry.amount_usd)}
            </td>
          </tr>
        ))}
      </Table>
    )}
  </section>
);
