import { useState } from 'preact/hooks';
import { renewInvitation, revokeInvitation } from '../api/member-calls.ts';
import type { CreatedInvitation, Invitation } from '../api/types.ts';
import { Button } from '../parts/button.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { Email } from '../parts/email.tsx';
import { Moment } from '../parts/moment.tsx';
import { Table } from '../parts/table.tsx';
import { showToast } from '../parts/toast.tsx';
import { InvitationLink } from './invitation-link.tsx';
import { roleTexts } from './roles.ts';

type Props = {
  organizationId: string;
  invitations: readonly Invitation[];
  onChange: () => Promise<void>;
};

const columns = ['Address', 'Role', 'Invited by', 'Expires', { name: 'Action', is: 'unseen' }] as const;

export const InvitationTable = ({ organizationId, invitations, onChange }: Props) => {
  const [revoking, setRevoking] = useState<Invitation>();
  const [renewing, setRenewing] = useState<Invitation>();
  const [renewed, setRenewed] = useState<CreatedInvitation>();
  const close = () => setRevoking(undefined);
  const renew = async ({ id }: Invitation) => {
    setRenewed(await renewInvitation(organizationId, id));
    setRenewing(undefined);
    await onChange();
  };
  const revoke = async ({ id, email }: Invitation) => {
    await revokeInvitation(organizationId, id);
    await onChange();
    close();
    showToast(`The invitation of ${email} was taken back.`);
  };
  return (
    <>
      <Table columns={columns}>
        {invitations.map((invitation) => (
          <tr key={invitation.id} class={isExpired(invitation) ? 'past' : ''}>
            <th scope="row">
              <Email address={invitation.email} />
            </th>
            <td data-label="Role">{roleTexts[invitation.role].name}</td>
            <td data-label="Invited by">
              <Email address={invitation.invited_by.email} />
            </td>
            <td data-label="Expires">
              {isExpired(invitation) ? (
                <span class="quiet">Expired</span>
              ) : (
                <Moment at={invitation.expires_at} />
              )}
            </td>
            <td class="row-actions">
              <Button onClick={() => setRenewing(invitation)}>
                Invite again<span class="sr-only"> {invitation.email}</span>
              </Button>
              <Button onClick={() => setRevoking(invitation)}>
                Take back<span class="sr-only"> the invitation of {invitation.email}</span>
              </Button>
            </td>
          </tr>
        ))}
      </Table>
      {renewing && (
        <Confirm
          title={`Invite ${renewing.email} again?`}
          label="Invite again"
          tone="main"
          act={() => renew(renewing)}
          onClose={() => setRenewing(undefined)}
        >
          <p>The new link works for another week. The old link stops working.</p>
        </Confirm>
      )}
      {renewed?.url && (
        <InvitationLink made={renewed} url={renewed.url} onClose={() => setRenewed(undefined)} />
      )}
      {revoking && (
        <Confirm
          title={`Take back the invitation of ${revoking.email}?`}
          label="Take back"
          act={() => revoke(revoking)}
          onClose={close}
        >
          <p>Its link stops working. You can invite the address again.</p>
        </Confirm>
      )}
    </>
  );
};

const isExpired = ({ expires_at: at }: Invitation): boolean => Date.parse(at) <= Date.now();
