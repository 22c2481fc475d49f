import { Button } from '../parts/button.tsx';
import { ErrorNote } from '../parts/error-note.tsx';
import { PageHeading } from '../parts/page-heading.tsx';
import { Table } from '../parts/table.tsx';
import { useAction } from '../parts/use-action.ts';
import { roleTexts } from '../members/roles.ts';
import { hashOf } from '../route.ts';
import { session, signOutEverywhere } from '../session.ts';
import { SessionTable } from './session-table.tsx';
import { workspace } from '../workspace.ts';

/** The signed-in person, their organizations and their sessions. */
export const AccountPage = () => {
  const leave = useAction(signOutEverywhere);
  const { value } = session;
  if (value.is !== 'signed_in') return null;
  const { id, name, email } = value.user;
  return (
    <>
      <PageHeading
        title="Account"
        lead="Name and address come from where you sign in, and are changed there."
      />
      <dl class="facts">
        {name && (
          <>
            <dt>Name</dt>
            <dd>{name}</dd>
          </>
        )}
        <dt>Email address</dt>
        <dd>{email}</dd>
        <dt>Id</dt>
        <dd>
          <code>{id}</code>
        </dd>
      </dl>
      <h2>Organizations</h2>
      <Table columns={['Organization', 'Your role']}>
        {workspace.value.map((organization) => (
          <tr key={organization.id}>
            <th scope="row">
              <a href={hashOf.organization(organization.id, 'members')}>{organization.name}</a>
            </th>
            <td data-label="Your role">{roleTexts[organization.role].name}</td>
          </tr>
        ))}
      </Table>
      <h2>Sessions</h2>
      <SessionTable />
      <p class="quiet">Signing out everywhere ends all of them at once, this one included.</p>
      <Button tone="danger" onClick={() => leave.run()} isBusy={leave.isBusy}>
        Sign out everywhere
      </Button>
      <ErrorNote error={leave.error} />
    </>
  );
};
