import { useEffect, useRef } from 'preact/hooks';
import type { Mode, Project } from '../api/types.ts';
import { hashOf, type Route } from '../route.ts';
import { pageRights } from '../page-rights.ts';
import { mayIn } from '../workspace.ts';
import { NavIcon, type Tab } from './nav-icons.tsx';

type Props = { project: Project; mode: Mode; route: Route };

const tabOf: Partial<Record<Route['page'], Tab>> = {
  job: 'jobs',
  webhook: 'webhooks',
  audit: 'settings',
};

/** The pages of a project that the user's role may open: beside the page on a desktop, above it on a phone. */
export const Tabs = ({ project, mode, route }: Props) => {
  const tenant = { projectId: project.id, mode };
  const current = tabOf[route.page] ?? route.page;
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const show = () =>
      list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
    show();
    // A rotated phone has room for fewer tabs.
    addEventListener('resize', show);
    return () => removeEventListener('resize', show);
  }, [current]);
  const tabs = [
    ['playground', 'Playground', hashOf.project(tenant, 'playground'), pageRights.playground],
    ['jobs', 'Jobs', hashOf.project(tenant, 'jobs'), pageRights.jobs],
    ['live', 'Live text', hashOf.project(tenant, 'live'), pageRights.live],
    ['keys', 'API keys', hashOf.project(tenant, 'keys'), pageRights.keys],
    ['webhooks', 'Webhooks', hashOf.project(tenant, 'webhooks'), pageRights.webhooks],
    ['usage', 'Usage', hashOf.project(tenant, 'usage'), pageRights.usage],
    ['billing', 'Billing', hashOf.organization(project.organization_id, 'billing'), pageRights.billing],
    ['members', 'Members', hashOf.organization(project.organization_id, 'members'), pageRights.members],
    ['settings', 'Settings', hashOf.organization(project.organization_id, 'settings'), pageRights.settings],
  ] as const;
  const shown = tabs.filter(([, , , right]) => mayIn(project.id, right));
  return (
    <nav class="tabs" aria-label="Project">
      <ul ref={list}>
        {shown.map(([page, label, address]) => (
          <li key={page}>
            <a href={address} aria-current={page === current ? 'page' : undefined}>
              <NavIcon tab={page} />
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
};
