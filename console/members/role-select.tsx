import { changeRole } from '../api/member-calls.ts';
import type { Member } from '../api/types.ts';
import { ErrorNote } from '../parts/error-note.tsx';
import { showToast } from '../parts/toast.tsx';
import { useAction } from '../parts/use-action.ts';
import { allRoles, isRole, roleTexts } from './roles.ts';

type Props = { organizationId: string; member: Member; onChange: () => Promise<void> };

/** Changes a member's role as soon as another one is chosen. A refused change shows the old role again. */
export const RoleSelect = ({ organizationId, member, onChange }: Props) => {
  const change = useAction(async (select: HTMLSelectElement) => {
    try {
      if (!isRole(select.value)) return;
      await changeRole(organizationId, member.user_id, select.value);
      showToast(`${member.email} is ${roleTexts[select.value].name.toLowerCase()} now.`);
      await onChange();
    } catch (error) {
      select.value = member.role;
      throw error;
    }
  });
  return (
    <>
      <select
        class="small"
        aria-label={`Role of ${member.email}`}
        value={member.role}
        disabled={change.isBusy}
        onChange={(event) => change.run(event.currentTarget)}
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
