import { useState } from 'preact/hooks';
import { removeMember } from '../api/member-calls.ts';
import type { Member, Organization } from '../api/types.ts';
import { Button } from '../parts/button.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { Moment } from '../parts/moment.tsx';
import { Table } from '../parts/table.tsx';
import { showToast } from '../parts/toast.tsx';
import { hashOf } from '../route.ts';
import { replaceWith } from '../router.ts';
import { currentUser, loadSession } from '../session.ts';
import { loadWorkspace } from '../workspace.ts';
import { RoleSelect } from './role-select.tsx';
import { roleTexts } from './roles.ts';

type Props = { organization: Organization; members: readonly Member[]; onChange: () => Promise<void> };

const columns = ['Person', 'Role', 'Joined', { name: 'Action', is: 'unseen' }] as const;

export const MemberTable = ({ organization, members, onChange }: Props) => {
  const [removing, setRemoving] = useState<Member>();
  const own = currentUser()?.id;
  const mayManage = organization.rights.includes('manage');
  const close = () => setRemoving(undefined);
  const isLeaving = removing?.user_id === own;
  const remove = async ({ user_id: userId, email }: Member) => {
    await removeMember(organization.id, userId);
    // A user who leaves an organization may open other pages than before.
    if (userId === own) {
      close();
      replaceWith(hashOf.home);
      return loadSession();
    }
    await onChange();
    close();
    showToast(`${email} was removed.`);
  };
  const reload = async (userId: string) => {
    // If users change their own role, the page offers other controls.
    if (userId === own) await loadWorkspace();
    await onChange();
  };
  return (
    <>
      <Table columns={columns}>
        {members.map((member) => (
          <tr key={member.user_id}>
            <th scope="row">
              {member.name || member.email}
              {member.user_id === own && <span class="quiet"> (you)</span>}
              {member.name && member.name !== member.email && (
                <span class="quiet by" title={member.email}>
                  {' '}
                  {member.email}
                </span>
              )}
            </th>
            <td data-label="Role">
              {mayManage ? (
                <RoleSelect
                  organizationId={organization.id}
                  member={member}
                  isOwn={member.user_id === own}
                  onChange={() => reload(member.user_id)}
                />
              ) : (
                roleTexts[member.role].name
              )}
            </td>
            <td data-label="Joined">
              <Moment at={member.joined_at} />
            </td>
            <td class="row-actions">
              {(mayManage || member.user_id === own) && (
                <Button onClick={() => setRemoving(member)}>
                  {member.user_id === own ? 'Leave' : 'Remove'}
                  <span class="sr-only"> {member.email}</span>
                </Button>
              )}
            </td>
          </tr>
        ))}
      </Table>
      {removing && (
        <Confirm
          title={isLeaving ? `Leave ${organization.name}?` : `Remove ${removing.email}?`}
          label={isLeaving ? 'Leave' : 'Remove'}
          act={() => remove(removing)}
          onClose={close}
        >
          <p>
            {isLeaving ? 'You lose' : 'They lose'} access at once. API keys that {isLeaving ? 'you' : 'they'}{' '}
            created keep working: revoke those that should not.
          </p>
        </Confirm>
      )}
    </>
  );
};
