import type { Mode, Project } from '../api/types.ts';
import { hashOf, type Route } from '../route.ts';

type Props = { project: Project; mode: Mode; route: Route };

const tabOf: Partial<Record<Route['page'], Route['page']>> = { job: 'playground', webhook: 'webhooks' };

export const Tabs = ({ project, mode, route }: Props) => {
  const tenant = { projectId: project.id, mode };
  const current = tabOf[route.page] ?? route.page;
  const tabs = [
    ['playground', 'Playground', hashOf.project(tenant, 'playground')],
    ['live', 'Live text', hashOf.project(tenant, 'live')],
    ['keys', 'API keys', hashOf.project(tenant, 'keys')],
    ['webhooks', 'Webhooks', hashOf.project(tenant, 'webhooks')],
    ['usage', 'Usage', hashOf.project(tenant, 'usage')],
    ['billing', 'Billing', hashOf.billing(project.organization_id)],
  ] as const;
  return (
    <nav class="container tabs" aria-label="Project">
      <ul>
        {tabs.map(([page, label, address]) => (
          <li key={page}>
            <a href={address} aria-current={page === current ? 'page' : undefined}>
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
};
