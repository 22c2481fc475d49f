import { useState } from 'preact/hooks';
import { renameOrganization, renameProject } from '../api/calls.ts';
import type { Project } from '../api/types.ts';
import { Button } from '../parts/button.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import { Moment } from '../parts/moment.tsx';
import { NameDialog } from '../parts/name-dialog.tsx';
import { PageHeading } from '../parts/page-heading.tsx';
import { Table } from '../parts/table.tsx';
import { showToast } from '../parts/toast.tsx';
import { hashOf } from '../route.ts';
import { DeleteOrganization } from './delete-organization.tsx';
import { DeleteProject } from './delete-project.tsx';
import { changeOrganization, changeProject, type OrganizationProjects } from '../workspace.ts';

type Props = { organization: OrganizationProjects };

const columns = ['Name', 'Id', 'Created', { name: 'Action', is: 'unseen' }] as const;

/** Names and ids of an organization and its projects. */
export const SettingsPage = ({ organization }: Props) => {
  const { id, name, rights, projects } = organization;
  const [renaming, setRenaming] = useState<'organization' | Project>();
  const [deleting, setDeleting] = useState<'organization' | Project>();
  const mayManage = rights.includes('manage');
  const close = () => setRenaming(undefined);
  const closeDeletion = () => setDeleting(undefined);
  const rename = async (next: string) => {
    if (renaming === 'organization') changeOrganization(await renameOrganization(id, next));
    else if (renaming) changeProject(await renameProject(renaming.id, next));
    close();
    showToast(`It is called ${next} now.`);
  };
  return (
    <>
      <PageHeading title="Settings" lead={`Of ${name} and its projects.`} />
      <section class="card">
        <div class="card-heading">
          <h2>Organization</h2>
          {mayManage && (
            <div class="actions">
              <a href={hashOf.organization(id, 'audit')}>Audit log</a>
              <Button onClick={() => setRenaming('organization')}>Rename</Button>
            </div>
          )}
        </div>
        <dl class="facts">
          <dt>Name</dt>
          <dd>{name}</dd>
          <dt>Id</dt>
          <dd>
            <code>{id}</code> <CopyButton text={id} />
          </dd>
          <dt>Created</dt>
          <dd>
            <Moment at={organization.created_at} />
          </dd>
        </dl>
      </section>
      <h2>Projects</h2>
      <Table columns={columns}>
        {projects.map((project) => (
          <tr key={project.id}>
            <th scope="row">{project.name}</th>
            <td data-label="Id">
              <code>{project.id}</code>
            </td>
            <td data-label="Created">
              <Moment at={project.created_at} />
            </td>
            <td class="row-actions">
              {rights.includes('build') && (
                <Button onClick={() => setRenaming(project)}>
                  Rename<span class="sr-only"> {project.name}</span>
                </Button>
              )}
              {mayManage && (
                <Button tone="danger" onClick={() => setDeleting(project)}>
                  Delete<span class="sr-only"> {project.name}</span>
                </Button>
              )}
            </td>
          </tr>
        ))}
      </Table>
      {mayManage && (
        <section class="card">
          <div class="card-heading">
            <h2>Delete the organization</h2>
            <Button tone="danger" disabled={projects.length > 0} onClick={() => setDeleting('organization')}>
              Delete organization
            </Button>
          </div>
          <p class="quiet">
            {projects.length > 0
              ? 'Delete its projects first.'
              : 'It has no project. Its members lose access at once.'}
          </p>
        </section>
      )}
      {deleting === 'organization' && (
        <DeleteOrganization organization={organization} onClose={closeDeletion} />
      )}
      {deleting && deleting !== 'organization' && (
        <DeleteProject project={deleting} onClose={closeDeletion} />
      )}
      {renaming && (
        <NameDialog
          title={renaming === 'organization' ? 'Rename organization' : 'Rename project'}
          label="Rename"
          name={renaming === 'organization' ? name : renaming.name}
          onName={rename}
          onClose={close}
        />
      )}
    </>
  );
};
