import type { Session } from '../api/types.ts';
import { hashOf, routeOf } from '../route.ts';
import { hash } from '../router.ts';
import { placeOf, rememberProject } from '../workspace.ts';
import { AccountMenu } from './account-menu.tsx';
import { Logo } from './logo.tsx';
import { PlaceMenu } from './place-menu.tsx';
import { Tabs } from './tabs.tsx';
import { shownProject } from './shown-project.ts';

/** Where one is, where one can go, and who one is. */
export const Header = ({ user }: { user: Session['user'] }) => {
  const route = routeOf(hash.value);
  const project = shownProject(route);
  if (project && placeOf(project.id)) rememberProject(project.id);
  return (
    <header class="top">
      <div class="container bar">
        <a href={hashOf.home} class="home" aria-label="Earshot, home">
          <Logo />
        </a>
        <PlaceMenu project={project} />
        <AccountMenu user={user} />
      </div>
      {project && <Tabs project={project} route={route} />}
    </header>
  );
};
