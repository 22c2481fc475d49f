import { PageHeading } from '../parts/page-heading.tsx';
import { Table } from '../parts/table.tsx';
import { roleTexts } from '../members/roles.ts';
import { hashOf } from '../route.ts';
import { currentUser, signOutEverywhere } from '../session.ts';
import { useSignOut } from '../shell/use-sign-out.tsx';
import { SessionTable } from './session-table.tsx';
import { workspace } from '../workspace.ts';

/** The signed-in person, their organizations and their sessions. */
export const AccountPage = () => {
  const leaving = useSignOut({ label: 'Sign out everywhere', tone: 'danger', act: signOutEverywhere });
  const user = currentUser();
  if (!user) return null;
  const { id, name, email } = user;
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
      {leaving.button}
      {leaving.question}
    </>
  );
};
