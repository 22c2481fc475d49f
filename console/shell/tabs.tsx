import { useEffect, useRef } from 'preact/hooks';
import type { Mode, Project } from '../api/types.ts';
import { hashOf, type Route } from '../route.ts';
import { NavIcon, type Tab } from './nav-icons.tsx';

type Props = { project: Project; mode: Mode; route: Route };

const tabOf: Partial<Record<Route['page'], Tab>> = { job: 'jobs', webhook: 'webhooks' };

/** The pages of a project: beside the page on a desktop, above it on a phone. */
export const Tabs = ({ project, mode, route }: Props) => {
  const tenant = { projectId: project.id, mode };
  const current = tabOf[route.page] ?? route.page;
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [current]);
  const tabs = [
    ['playground', 'Playground', hashOf.project(tenant, 'playground')],
    ['jobs', 'Jobs', hashOf.project(tenant, 'jobs')],
    ['live', 'Live text', hashOf.project(tenant, 'live')],
    ['keys', 'API keys', hashOf.project(tenant, 'keys')],
    ['webhooks', 'Webhooks', hashOf.project(tenant, 'webhooks')],
    ['usage', 'Usage', hashOf.project(tenant, 'usage')],
    ['billing', 'Billing', hashOf.billing(project.organization_id)],
  ] as const;
  return (
    <nav class="tabs" aria-label="Project">
      <ul ref={list}>
        {tabs.map(([page, label, address]) => (
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
