import type { Session } from '../api/types.ts';
import { rememberMode } from '../last-mode.ts';
import { hashOf, routeOf } from '../route.ts';
import { hash } from '../router.ts';
import { findProject, rememberProject } from '../workspace.ts';
import { StatusLink } from '../parts/status-link.tsx';
import { AccountMenu } from './account-menu.tsx';
import { Logo } from './logo.tsx';
import { ModeSwitch } from './mode-switch.tsx';
import { ProjectMenu } from './project-menu.tsx';
import { shownTenant } from './shown-tenant.ts';

export const Header = ({ user }: { user: Session['user'] }) => {
  const route = routeOf(hash.value);
  const { project, mode } = shownTenant(route);
  if (project && findProject(project.id)) rememberProject(project.id);
  rememberMode(mode);
  return (
    <header class={`top ${'mode' in route ? route.mode : ''}`}>
      {'mode' in route && route.mode === 'test' && (
        <p class="band">
          <strong>Test mode.</strong> Jobs and webhooks are separate from live ones and cost nothing.
        </p>
      )}
      <div class="bar">
        <a href={hashOf.home} class="home" aria-label="Earshot, home">
          <Logo />
        </a>
        <ProjectMenu project={project} mode={mode} />
        {'mode' in route && <ModeSwitch route={route} />}
        <span class="docs-links">
          <StatusLink />
          <a href="/docs">Docs</a>
        </span>
        <AccountMenu user={user} />
      </div>
    </header>
  );
};
