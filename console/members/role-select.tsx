import { useRef, useState } from 'preact/hooks';
import { changeRole } from '../api/member-calls.ts';
import type { Member, Role } from '../api/types.ts';
import { Button } from '../parts/button.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { ErrorNote } from '../parts/error-note.tsx';
import { showToast } from '../parts/toast.tsx';
import { useAction } from '../parts/use-action.ts';
import { allRoles, isRole, roleTexts } from './roles.ts';

type Props = { organizationId: string; member: Member; isOwn: boolean; onChange: () => Promise<void> };

/**
 * Chooses a role. A button then gives the role to the member, so that an arrow key alone changes nothing. For the user's
 * own role, it asks for confirmation.
 */
export const RoleSelect = ({ organizationId, member, isOwn, onChange }: Props) => {
  const select = useRef<HTMLSelectElement>(null);
  const [chosen, setChosen] = useState<Role>();
  const [isAsking, setAsking] = useState(false);
  const role = chosen ?? member.role;
  const save = async () => {
    await changeRole(organizationId, member.user_id, role);
    // The button disappears, so the focus moves to the select.
    select.current?.focus();
    await onChange();
    // The user may have chosen another role in the meantime.
    setChosen((now) => (now === role ? undefined : now));
    setAsking(false);
    // Not before: behind an open dialog, screen readers announce nothing.
    showToast(`${member.email} is ${roleTexts[role].name.toLowerCase()} now.`);
  };
  const change = useAction(save);
  return (
    <>
      <span class="actions">
        <select
          ref={select}
          class="small"
          aria-label={`Role of ${member.email}`}
          value={role}
          onChange={({ currentTarget: { value } }) => isRole(value) && setChosen(value)}
        >
          {allRoles.map((one) => (
            <option key={one} value={one}>
              {roleTexts[one].name}
            </option>
          ))}
        </select>
        {role !== member.role && (
          <Button isBusy={change.isBusy} onClick={() => (isOwn ? setAsking(true) : change.run())}>
            Change<span class="sr-only"> the role of {member.email}</span>
          </Button>
        )}
      </span>
      <ErrorNote error={change.error} />
      {isAsking && (
        <Confirm title="Change your own role?" label="Change" act={save} onClose={() => setAsking(false)}>
          <p>
            You will be {roleTexts[role].name.toLowerCase()}: {roleTexts[role].may}. Only an owner can give
            you your role back.
          </p>
        </Confirm>
      )}
    </>
  );
};
