import { getJobLedger, type JobRef } from '../api/transcription-calls.ts';
import type { JobLedger } from '../api/types.ts';
import { credited } from '../format.ts';
import { Loaded } from '../parts/loaded.tsx';
import { Moment } from '../parts/moment.tsx';
import { Table } from '../parts/table.tsx';
import { useQuery } from '../parts/use-query.ts';

const columns = ['When', 'What', { name: 'Free credit', is: 'number' }] as const;

const kinds: Readonly<Record<JobLedger['data'][number]['kind'], string>> = {
  hold: 'Held',
  release: 'Given back',
  charge: 'Charged',
};

const isHeld = ({ data }: JobLedger): boolean => data.some(({ kind }) => kind === 'hold');

/** How a job changed the free credit. Renders nothing if it held no credit, because the price is then all there is to show. */
export const JobCredit = ({ jobRef }: { jobRef: JobRef }) => {
  const query = useQuery({
    key: ['job-ledger', jobRef.jobId],
    load: () => getJobLedger(jobRef),
  });
  const { state } = query;
  if (state.is === 'loading' || (state.is === 'ready' && !isHeld(state.value))) return null;
  return (
    <section aria-labelledby="credit">
      <h2 id="credit">Credit</h2>
      <Loaded query={query} what="credit">
        {({ data }) => (
          <Table columns={columns}>
            {data.map(({ kind, amount_usd: usd, at }, index) => (
              <tr key={index}>
                <th scope="row">
                  <Moment at={at} />
                </th>
                <td data-label="What">{kinds[kind]}</td>
                <td class="number" data-label="Free credit">
                  {credited(usd)}
                </td>
              </tr>
            ))}
          </Table>
        )}
      </Loaded>
    </section>
  );
};
