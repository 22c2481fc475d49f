import type { Billing } from '../api/types.ts';
import { dollars } from '../format.ts';
import { Moment } from '../parts/moment.tsx';

/** Payments and refunds. The usage page lists the price of jobs. */
export const Entries = ({ entries }: { entries: Billing['entries'] }) => (
  <section aria-labelledby="entries">
    <h2 id="entries">Payments</h2>
    {entries.length === 0 ? (
      <p class="quiet">No payments yet. The usage page lists what jobs cost.</p>
    ) : (
      <table class="numbers">
        <thead>
          <tr>
            <th scope="col">When</th>
            <th scope="col">What</th>
            <th scope="col" class="number">
              Amount
            </th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <tr key={entry.id}>
              <th scope="row">
                <Moment at={entry.created_at} />
              </th>
              <td>{entry.kind.replaceAll('_', ' ')}</td>
              <td class="number">{dollars(entry.amount_usd)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    )}
  </section>
);
