import { useState } from 'preact/hooks';
import { createProject } from '../api/calls.ts';
import { Button } from '../parts/button.tsx';
import { NameDialog } from '../parts/name-dialog.tsx';
import { lastMode } from '../last-mode.ts';
import { hashOf } from '../route.ts';
import { goTo, here } from '../router.ts';
import { addProject, landingPage, type OrganizationProjects } from '../workspace.ts';

export const OrganizationCard = ({ organization }: { organization: OrganizationProjects }) => {
  const [isCreating, setCreating] = useState(false);
  const close = () => setCreating(false);
  const create = async (name: string) => {
    const isHere = here();
    const project = await createProject(organization.id, name);
    addProject(project);
    if (isHere()) goTo(hashOf.project({ projectId: project.id, mode: lastMode() }, 'playground'));
  };
  return (
    <section class="card">
      <div class="card-heading">
        <h2>{organization.name}</h2>
        <div class="actions">
          <a href={hashOf.organization(organization.id, 'members')}>Members</a>
          <a href={hashOf.organization(organization.id, 'settings')}>Settings</a>
          {organization.rights.includes('pay') && (
            <a href={hashOf.organization(organization.id, 'billing')}>Billing</a>
          )}
          {organization.rights.includes('build') && (
            <Button onClick={() => setCreating(true)}>
              New project<span class="sr-only"> in {organization.name}</span>
            </Button>
          )}
        </div>
      </div>
      {organization.projects.length === 0 ? (
        <p class="quiet">No project yet.</p>
      ) : (
        <ul class="rows">
          {organization.projects.map((project) => (
            <li key={project.id}>
              <a href={hashOf.project({ projectId: project.id, mode: lastMode() }, landingPage(project.id))}>
                {project.name}
              </a>
              <code class="quiet">{project.id}</code>
            </li>
          ))}
        </ul>
      )}
      {isCreating && (
        <NameDialog
          title="New project"
          label="Create"
          draft={`new-project/${organization.id}`}
          onName={create}
          onClose={close}
        >
          <p class="quiet">In {organization.name}.</p>
        </NameDialog>
      )}
    </section>
  );
};
