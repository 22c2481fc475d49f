import { capabilitiesQuery } from '../api/capabilities-query.ts';
import type { Quota } from '../api/types.ts';
import { Loaded } from '../parts/loaded.tsx';
import { useQuery } from '../parts/use-query.ts';
import { limitRows } from './limit-rows.ts';
import { Table } from '../parts/table.tsx';

const columns = ['What', { name: 'Used now', is: 'number' }, { name: 'Maximum', is: 'number' }] as const;

export const Limits = ({ quotas }: { quotas: readonly Quota[] }) => {
  const capabilities = useQuery(capabilitiesQuery);
  return (
    <section aria-labelledby="limits">
      <h2 id="limits">Limits</h2>
      <Loaded query={capabilities} what="limits">
        {({ limits }) => (
          <Table columns={columns} phone="table">
            {limitRows(limits, quotas).map(({ what, used, max }) => (
              <tr key={what}>
                <th scope="row">{what}</th>
                <td class="number" data-label="Used now">
                  {used}
                </td>
                <td class="number" data-label="Maximum">
                  {max}
                </td>
              </tr>
            ))}
          </Table>
        )}
      </Loaded>
      <p class="quiet">The operator of this service sets these limits and can raise them.</p>
    </section>
  );
};
