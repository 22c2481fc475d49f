import { AccountPage } from './account/account-page.tsx';
import { BillingPage } from './billing/billing-page.tsx';
import { KeysPage } from './keys/keys-page.tsx';
import { JobsPage } from './jobs/jobs-page.tsx';
import { LivePage } from './live/live-page.tsx';
import { Home } from './organizations/home.tsx';
import { OrganizationsPage } from './organizations/organizations-page.tsx';
import { AuditPage } from './organizations/audit-page.tsx';
import { SettingsPage } from './organizations/settings-page.tsx';
import { Sought } from './organizations/sought.tsx';
import { InvitationPage } from './members/invitation-page.tsx';
import { MembersPage } from './members/members-page.tsx';
import { NotAllowed, NotFound } from './parts/not-found.tsx';
import { PlaygroundPage } from './playground/playground-page.tsx';
import { pageRights } from './page-rights.ts';
import { pathOf, routeOf, type OrganizationPage, type Route } from './route.ts';
import { hash } from './router.ts';
import { JobPage } from './transcript/job-page.tsx';
import { SignedIn } from './shell/signed-in.tsx';
import { UsagePage } from './usage/usage-page.tsx';
import { WebhookPage } from './webhooks/webhook-page.tsx';
import { WebhooksPage } from './webhooks/webhooks-page.tsx';
import { findProject, mayOpen, workspace } from './workspace.ts';

/** Renders the page of the address. The key remounts the page for each address, so that no page shows the data of another. */
export const Pages = () => {
  const route = routeOf(hash.value);
  return <div key={pathOf(hash.value)}>{pageOf(route)}</div>;
};

const OrganizationPages = ({ route }: { route: Extract<Route, { page: OrganizationPage }> }) => {
  const organization = workspace.value.find(({ id }) => id === route.organizationId);
  if (!organization) return <Sought what="organization" />;
  if (!organization.rights.includes(pageRights[route.page])) return <NotAllowed />;
  if (route.page === 'billing') return <BillingPage organization={organization} />;
  if (route.page === 'members') return <MembersPage organization={organization} />;
  if (route.page === 'settings') return <SettingsPage organization={organization} />;
  return <AuditPage organization={organization} />;
};

const pageOf = (route: Route) => {
  if ('projectId' in route) {
    if (!findProject(route.projectId)) return <Sought what="project" />;
    if (!mayOpen(route)) return <NotAllowed />;
  }
  switch (route.page) {
    case 'home':
      return <Home />;
    case 'organizations':
      return <OrganizationsPage />;
    case 'account':
      return <AccountPage />;
    case 'invitation':
      return <InvitationPage invitation={route} />;
    case 'billing':
    case 'members':
    case 'settings':
    case 'audit':
      return <OrganizationPages route={route} />;
    case 'playground':
      return <PlaygroundPage tenant={route} />;
    case 'jobs':
      return <JobsPage tenant={route} />;
    case 'live':
      return <LivePage tenant={route} />;
    case 'job':
      return <JobPage jobRef={{ ...route, jobId: route.id }} />;
    case 'keys':
      return <KeysPage projectId={route.projectId} />;
    case 'webhooks':
      return <WebhooksPage tenant={route} />;
    case 'webhook':
      return <WebhookPage webhookRef={{ ...route, webhookId: route.id }} />;
    case 'usage':
      return <UsagePage tenant={route} />;
    case 'signed-in':
      return <SignedIn />;
    case 'unknown':
      return <NotFound what="page" />;
  }
};
