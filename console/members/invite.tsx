import { useState } from 'preact/hooks';
import { invite } from '../api/member-calls.ts';
import type { CreatedInvitation, Organization } from '../api/types.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { Form, textOf } from '../parts/form.tsx';
import { SubmitRow } from '../parts/submit-row.tsx';
import { useAction } from '../parts/use-action.ts';
import { InvitationLink } from './invitation-link.tsx';
import { allRoles, isRole, roleTexts } from './roles.ts';

type Props = { organization: Organization; onInvited: () => Promise<void>; onClose: () => void };

/** Asks for an address and a role, then shows the link, which only this component's state holds. */
export const Invite = ({ organization, onInvited, onClose }: Props) => {
  const [made, setMade] = useState<CreatedInvitation>();
  const action = useAction(async (form: FormData) => {
    const role = form.get('role');
    if (!isRole(role)) return;
    setMade(await invite(organization.id, { email: textOf(form, 'email'), role }));
    await onInvited();
  });
  if (made?.url) return <InvitationLink made={made} url={made.url} onClose={onClose} />;
  return (
    <Dialog title={`Invite to ${organization.name}`} onClose={onClose}>
      <Form action={action} draft={`invite/${organization.id}`}>
        <Field
          name="email"
          label="Email address"
          type="email"
          required
          maxLength={320}
          placeholder="grace@example.com"
          hint="The address with which the person signs in."
        />
        <fieldset>
          <legend>Role</legend>
          {allRoles.toReversed().map((role) => (
            <label key={role}>
              <input type="radio" name="role" value={role} defaultChecked={role === 'developer'} />
              {roleTexts[role].name}: {roleTexts[role].may}
            </label>
          ))}
        </fieldset>
        <SubmitRow label="Create invitation" isBusy={action.isBusy} onCancel={onClose} />
      </Form>
    </Dialog>
  );
};
