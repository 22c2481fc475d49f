import { acceptInvitation, getInvitation } from '../api/member-calls.ts';
import { Button } from '../parts/button.tsx';
import { ErrorNote } from '../parts/error-note.tsx';
import { PageHeading } from '../parts/page-heading.tsx';
import { showToast } from '../parts/toast.tsx';
import { useQuery } from '../parts/use-query.ts';
import { useAction } from '../parts/use-action.ts';
import { Email } from '../parts/email.tsx';
import { roleTexts } from './roles.ts';
import { hashOf } from '../route.ts';
import { here, replaceWith } from '../router.ts';
import { currentUser } from '../session.ts';
import { loadWorkspace } from '../workspace.ts';

type Props = { invitation: { organizationId: string; id: string; secret: string } };

/** The page to which the link of an invitation leads after signing in. */
export const InvitationPage = ({ invitation: { organizationId, id, secret } }: Props) => {
  // For a person with another address, the invitation is not found. They see the reason when they try to join.
  const found = useQuery({ key: ['invitation', id], load: () => getInvitation(organizationId, id) });
  const invited = found.state.is === 'ready' ? found.state.value : undefined;
  const accept = useAction(async () => {
    const isHere = here();
    const organization = await acceptInvitation(organizationId, id, secret);
    await loadWorkspace();
    showToast(`You are a member of ${organization.name}.`);
    // Adds no history entry, because the link is used up.
    if (isHere()) replaceWith(hashOf.organization(organization.id, 'members'));
  });
  return (
    <div class="narrow">
      <PageHeading
        title={invited ? `Join ${invited.organization_name}` : 'You are invited'}
        lead={
          <>
            You are signed in as <strong>{currentUser()?.email}</strong>. An invitation works for the address
            that it was made for.
          </>
        }
      />
      {invited && (
        <p>
          <Email address={invited.invited_by.email} /> invites you to {invited.organization_name} as{' '}
          <strong>{roleTexts[invited.role].name.toLowerCase()}</strong>: {roleTexts[invited.role].may}.
        </p>
      )}
      <ErrorNote error={accept.error} />
      <Button tone="main" onClick={() => accept.run()} isBusy={accept.isBusy}>
        Join the organization
      </Button>
    </div>
  );
};
