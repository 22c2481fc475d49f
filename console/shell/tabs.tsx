import type { Project } from '../api/types.ts';
import { hashOf, type Route } from '../route.ts';

type Props = { project: Project; route: Route };

const tabOf: Partial<Record<Route['page'], Route['page']>> = { job: 'playground', webhook: 'webhooks' };

export const Tabs = ({ project, route }: Props) => {
  const current = tabOf[route.page] ?? route.page;
  const tabs = [
    ['playground', 'Playground', hashOf.project(project.id, 'playground')],
    ['keys', 'API keys', hashOf.project(project.id, 'keys')],
    ['webhooks', 'Webhooks', hashOf.project(project.id, 'webhooks')],
    ['usage', 'Usage', hashOf.project(project.id, 'usage')],
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
