import { endOneSession, listSessions } from '../api/calls.ts';
import type { OwnSession } from '../api/types.ts';
import { Button } from '../parts/button.tsx';
import { ErrorNote } from '../parts/error-note.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Moment } from '../parts/moment.tsx';
import { Table } from '../parts/table.tsx';
import { showToast } from '../parts/toast.tsx';
import { useAction } from '../parts/use-action.ts';
import { useQuery } from '../parts/use-query.ts';
import { browserName } from './browser-name.ts';

const columns = ['Browser', 'Signed in', 'Last used', { name: 'Action', is: 'unseen' }] as const;

/** The live sessions of the signed-in person. */
export const SessionTable = () => {
  const query = useQuery({ key: ['sessions'], load: () => listSessions() });
  const end = useAction(async ({ id, user_agent: userAgent }: OwnSession) => {
    await endOneSession(id);
    await query.reload();
    showToast(`${browserName(userAgent)} was signed out.`);
  });
  return (
    <Loaded query={query} what="sessions">
      {({ data }) => (
        <>
          <Table columns={columns}>
            {data.map((one) => (
              <tr key={one.id}>
                <th scope="row" title={one.user_agent}>
                  {browserName(one.user_agent)}
                  {one.is_current && <span class="quiet"> (this one)</span>}
                </th>
                <td data-label="Signed in">
                  <Moment at={one.created_at} />
                </td>
                <td data-label="Last used">
                  <Moment at={one.last_seen_at} />
                </td>
                <td class="row-actions">
                  {!one.is_current && (
                    <Button onClick={() => end.run(one)} aria-disabled={end.isBusy}>
                      Sign out<span class="sr-only"> {browserName(one.user_agent)}</span>
                    </Button>
                  )}
                </td>
              </tr>
            ))}
          </Table>
          <ErrorNote error={end.error} />
        </>
      )}
    </Loaded>
  );
};
