import { listKeys, usageCsvUrl } from '../api/calls.ts';
import { keyOf } from '../api/query-keys.ts';
import type { Tenant, Usage } from '../api/types.ts';
import { duration, exactDollars, languageName } from '../format.ts';
import { DownloadLink } from '../parts/download-link.tsx';
import { Table } from '../parts/table.tsx';
import { useQuery } from '../parts/use-query.ts';
import { mayIn } from '../workspace.ts';
import { keyLabel, totalGroups } from './groups.ts';

const columns = [
  'Key',
  'Language',
  { name: 'Jobs', is: 'number' },
  { name: 'Audio', is: 'number' },
  { name: 'Price', is: 'number' },
] as const;

type Props = { tenant: Tenant; usage: Usage };

/** Usage by key and language, and the same by day as a file. Renders nothing without jobs. */
export const GroupTable = ({ tenant, usage }: Props) => {
  const { projectId } = tenant;
  const { state } = useQuery({
    key: keyOf.keys(projectId),
    load: () => listKeys(projectId),
    isAllowed: mayIn(projectId, 'read'),
  });
  const keys = state.is === 'ready' ? state.value : [];
  const groups = totalGroups(usage.groups);
  if (groups.length === 0) return null;
  return (
    <section aria-labelledby="groups">
      <div class="card-heading">
        <h2 id="groups">By key and language</h2>
        <DownloadLink href={usageCsvUrl(tenant, usage)}>Download as CSV</DownloadLink>
      </div>
      <Table columns={columns}>
        {groups.map((group) => (
          <tr key={`${group.key_id}/${group.language}`}>
            <th scope="row">{keyLabel(group.key_id, keys)}</th>
            <td data-label="Language">{group.language === null ? 'None' : languageName(group.language)}</td>
            <td class="number" data-label="Jobs">
              {group.jobs.toLocaleString('en')}
            </td>
            <td class="number" data-label="Audio">
              {duration(group.audio_ms)}
            </td>
            <td class="number" data-label="Price">
              {exactDollars(group.amount_usd)}
            </td>
          </tr>
        ))}
      </Table>
    </section>
  );
};
