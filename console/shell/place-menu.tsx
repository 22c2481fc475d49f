import type { Mode, Project } from '../api/types.ts';
import { hashOf } from '../route.ts';
import { placeOf, workspace } from '../workspace.ts';
import { Menu } from './menu.tsx';

/** Switches the project, and with it the organization. */
export const PlaceMenu = ({ project, mode }: { project: Project | undefined; mode: Mode }) => {
  const place = project && placeOf(project.id);
  const name = place ? `${place.organization.name} / ${place.project.name}` : 'No project';
  return (
    <Menu
      label={`Project: ${name}. Switch`}
      summary={
        place ? (
          <>
            <span class="quiet part">{place.organization.name}</span>
            <span class="quiet slash">/</span>
            <span class="part">{place.project.name}</span>
          </>
        ) : (
          name
        )
      }
    >
      {workspace.value.map((organization) => (
        <section key={organization.id} aria-label={organization.name}>
          <h2>{organization.name}</h2>
          <ul>
            {organization.projects.map((one) => (
              <li key={one.id}>
                <a
                  href={hashOf.project({ projectId: one.id, mode }, 'playground')}
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
