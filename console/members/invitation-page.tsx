import { acceptInvitation } from '../api/member-calls.ts';
import { Button } from '../parts/button.tsx';
import { ErrorNote } from '../parts/error-note.tsx';
import { PageHeading } from '../parts/page-heading.tsx';
import { showToast } from '../parts/toast.tsx';
import { useAction } from '../parts/use-action.ts';
import { hashOf } from '../route.ts';
import { replaceWith } from '../router.ts';
import { session } from '../session.ts';
import { loadWorkspace } from '../workspace.ts';

type Props = { invitation: { organizationId: string; id: string; secret: string } };

/** Where the link of an invitation leads, after signing in. */
export const InvitationPage = ({ invitation: { organizationId, id, secret } }: Props) => {
  const { value } = session;
  const email = value.is === 'signed_in' ? value.user.email : '';
  const accept = useAction(async () => {
    const organization = await acceptInvitation(organizationId, id, secret);
    await loadWorkspace();
    showToast(`You are a member of ${organization.name}.`);
    // Without a history entry: the link has done its work.
    replaceWith(hashOf.organization(organization.id, 'members'));
  });
  return (
    <div class="narrow">
      <PageHeading
        title="You are invited"
        lead={
          <>
            You are signed in as <strong>{email}</strong>. An invitation works for the address that it was
            made for.
          </>
        }
      />
      <ErrorNote error={accept.error} />
      <Button tone="main" onClick={() => accept.run()} isBusy={accept.isBusy}>
        Join the organization
      </Button>
    </div>
  );
};
