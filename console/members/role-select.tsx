import { changeRole } from '../api/member-calls.ts';
import type { Member } from '../api/types.ts';
import { ErrorNote } from '../parts/error-note.tsx';
import { showToast } from '../parts/toast.tsx';
import { useAction } from '../parts/use-action.ts';
import { allRoles, isRole, roleTexts } from './roles.ts';

type Props = { organizationId: string; member: Member; onChange: () => Promise<void> };

/** Changes a member's role as soon as another one is chosen. A refused change shows the old role again. */
export const RoleSelect = ({ organizationId, member, onChange }: Props) => {
  const change = useAction(async (role: string) => {
    if (!isRole(role)) return;
    await changeRole(organizationId, member.user_id, role);
    showToast(`${member.email} is ${roleTexts[role].name.toLowerCase()} now.`);
    await onChange();
  });
  return (
    <>
      <select
        class="small"
        aria-label={`Role of ${member.email}`}
        value={member.role}
        disabled={change.isBusy}
        onChange={(event) => change.run(event.currentTarget.value)}
      >
        {allRoles.map((role) => (
          <option key={role} value={role}>
            {roleTexts[role].name}
          </option>
        ))}
      </select>
      <ErrorNote error={change.error} />
    </>
  );
};
