import { useState } from 'preact/hooks';
import { createOrganization } from '../api/calls.ts';
import { Button } from '../parts/button.tsx';
import { Empty } from '../parts/empty.tsx';
import { NameDialog } from '../parts/name-dialog.tsx';
import { PageHeading } from '../parts/page-heading.tsx';
import { showToast } from '../parts/toast.tsx';
import { addOrganization, workspace } from '../workspace.ts';
import { OrganizationCard } from './organization-card.tsx';

export const OrganizationsPage = () => {
  const [isCreating, setCreating] = useState(false);
  const close = () => setCreating(false);
  const create = async (name: string) => {
    addOrganization(await createOrganization(name));
    close();
    showToast(`${name} was created.`);
  };
  return (
    <>
      <PageHeading title="Organizations and projects">
        <Button tone="main" onClick={() => setCreating(true)}>
          New organization
        </Button>
      </PageHeading>
      {workspace.value.map((organization) => (
        <OrganizationCard key={organization.id} organization={organization} />
      ))}
      {workspace.value.length === 0 && (
        <Empty>
          <p>No organization yet. Create one, then its first project.</p>
        </Empty>
      )}
      {isCreating && (
        <NameDialog
          title="New organization"
          label="Create"
          draft="new-organization"
          onName={create}
          onClose={close}
        />
      )}
    </>
  );
};
