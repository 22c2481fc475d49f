import { useState } from 'preact/hooks';
import type { Mode, Project } from '../api/types.ts';
import { hashOf } from '../route.ts';
import { findProject, landingPage, projectsNamed, workspace } from '../workspace.ts';
import { Menu } from '../parts/menu.tsx';

/** A longer list of projects has a search. */
const maxUnsearched = 8;

export const ProjectMenu = ({ project, mode }: { project: Project | undefined; mode: Mode }) => {
  const current = project && findProject(project.id);
  const [searched, setSearched] = useState('');
  const projectCount = workspace.value.reduce((sum, { projects }) => sum + projects.length, 0);
  const found = projectsNamed(workspace.value, searched);
  const name = current ? `${current.organization.name} / ${current.project.name}` : 'No project';
  return (
    <Menu
      label={`Project: ${name}. Switch`}
      summary={
        current ? (
          <>
            <span class="quiet part">{current.organization.name}</span>
            <span class="quiet">/</span>
            <span class="part">{current.project.name}</span>
          </>
        ) : (
          name
        )
      }
    >
      {projectCount > maxUnsearched && (
        <input
          type="search"
          aria-label="Find a project"
          placeholder="Find a project"
          value={searched}
          onInput={(event) => setSearched(event.currentTarget.value)}
        />
      )}
      {found.map((organization) => (
        <section key={organization.id} aria-label={organization.name}>
          <h2>{organization.name}</h2>
          <ul>
            {organization.projects.map((one) => (
              <li key={one.id}>
                <a
                  href={hashOf.project({ projectId: one.id, mode }, landingPage(one.id))}
                  aria-current={one.id === project?.id ? 'true' : undefined}
                >
                  {one.name}
                </a>
              </li>
            ))}
          </ul>
        </section>
      ))}
      <a href={hashOf.organizations} class="menu-last">
        Organizations and projects…
      </a>
    </Menu>
  );
};
