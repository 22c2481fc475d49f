import { create, createWithSecret } from './create.ts';
import { request } from './request.ts';
import type {
  ApiKey,
  Billing,
  Capabilities,
  Checkout,
  CreatedApiKey,
  CreatedRealtimeSession,
  NewApiKey,
  NewCheckout,
  AutoTopUps,
  NewAutoTopUp,
  NewLimits,
  NewRealtimeSession,
  Organization,
  Page,
  Portal,
  Project,
  Receipt,
  RecordedRequest,
  Session,
  Sessions,
  Spending,
  Subscriptions,
  Tenant,
  Usage,
  SignedOut,
} from './types.ts';

const root = '/api/platform/v1';
export const inProject = (projectId: string): string => `${root}/projects/${encodeURIComponent(projectId)}`;
export const inOrganization = (id: string): string => `${root}/organizations/${encodeURIComponent(id)}`;

/** Every item of a paginated list. */
const all = async <Item>(path: string): Promise<Item[]> => {
  const items: Item[] = [];
  let cursor: string | undefined;
  do {
    const page: Page<Item> = await request('GET', path, { query: { cursor } });
    items.push(...page.data);
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  return items;
};

/** The sign-in address. After signing in, the browser returns to `hash` of this page. */
export const signInUrl = (hash: string): string =>
  `${root}/sign-in?return_to=${encodeURIComponent(`/${hash}`)}`;

export const getSession = () => request<Session>('GET', `${root}/session`, { needsNoSession: true });
/** Resolves when a user is signed in: at once, or when the user of an ended session has signed in again. */
export const awaitSession = () => request<Session>('GET', `${root}/session`);
export const endSession = () => request<SignedOut>('DELETE', `${root}/session`, { needsNoSession: true });
export const listSessions = () => request<Sessions>('GET', `${root}/sessions`);
export const endOneSession = (id: string) =>
  request<void>('DELETE', `${root}/sessions/${encodeURIComponent(id)}`);
/** Ends all sessions of the signed-in user. */
export const endSessions = () => request<SignedOut>('DELETE', `${root}/sessions`);

export const listOrganizations = () => all<Organization>(`${root}/organizations`);
export const renameOrganization = (id: string, name: string) =>
  request<Organization>('PATCH', inOrganization(id), { body: { name } });
export const deleteOrganization = (id: string) => request<void>('DELETE', inOrganization(id));
export const createOrganization = (name: string) =>
  create<Organization>(`${root}/organizations`, { body: { name } });

export const listProjects = (organizationId: string) =>
  all<Project>(`${inOrganization(organizationId)}/projects`);
export const renameProject = (id: string, name: string) =>
  request<Project>('PATCH', inProject(id), { body: { name } });
export const deleteProject = (id: string) => request<void>('DELETE', inProject(id));
export const createProject = (organizationId: string, name: string) =>
  create<Project>(`${inOrganization(organizationId)}/projects`, { body: { name } });

export const listKeys = (projectId: string) => all<ApiKey>(`${inProject(projectId)}/api-keys`);
export const createKey = (projectId: string, body: NewApiKey) =>
  createWithSecret<CreatedApiKey>(`${inProject(projectId)}/api-keys`, { body }, (id) =>
    revokeKey(projectId, id),
  );
export const revokeKey = (projectId: string, keyId: string) =>
  request<void>('DELETE', `${inProject(projectId)}/api-keys/${encodeURIComponent(keyId)}`);

/** `start` and `end` are UTC dates, YYYY-MM-DD, both inclusive. */
export const getUsage = ({ projectId, mode }: Tenant, range: { start: string; end: string }) =>
  request<Usage>('GET', `${inProject(projectId)}/usage`, { query: { mode, ...range } });

/** The URL of the same usage as a CSV file. */
export const usageCsvUrl = (
  { projectId, mode }: Tenant,
  { start, end }: { start: string; end: string },
): string => `${inProject(projectId)}/usage?mode=${mode}&start=${start}&end=${end}&format=csv`;

export const getRecordedRequest = ({ projectId, mode }: Tenant, requestId: string) =>
  request<RecordedRequest>('GET', `${inProject(projectId)}/requests/${encodeURIComponent(requestId)}`, {
    query: { mode },
  });

export const getBilling = (organizationId: string, cursor?: string) =>
  request<Billing>('GET', `${inOrganization(organizationId)}/billing`, { query: { cursor } });
export const changeLimits = (organizationId: string, body: NewLimits) =>
  request<Spending>('PATCH', `${inOrganization(organizationId)}/billing`, { body });
/** Null turns the automatic top-up off. */
export const changeAutoTopUp = (organizationId: string, order: NewAutoTopUp | null) =>
  request<AutoTopUps>('PATCH', `${inOrganization(organizationId)}/billing/auto-top-up`, {
    body: { auto_top_up: order },
  });
export const createCheckout = (organizationId: string, body: NewCheckout) =>
  create<Checkout>(`${inOrganization(organizationId)}/billing/checkout`, { body });
export const openPortal = (organizationId: string) =>
  request<Portal>('POST', `${inOrganization(organizationId)}/billing/portal`, { body: {} });
export const listSubscriptions = (organizationId: string) =>
  request<Subscriptions>('GET', `${inOrganization(organizationId)}/billing/subscriptions`);
export const getReceipt = (organizationId: string, entryId: string) =>
  request<Receipt>(
    'GET',
    `${inOrganization(organizationId)}/billing/receipts/${encodeURIComponent(entryId)}`,
  );

/**
 * If the answer with the secret was lost, another session is created. No client connects to the first one, so it costs
 * nothing.
 */
export const createRealtimeSession = async (
  { projectId, mode }: Tenant,
  body: NewRealtimeSession,
): Promise<CreatedRealtimeSession> => {
  const path = `${inProject(projectId)}/realtime/sessions`;
  const created = await create<CreatedRealtimeSession>(path, { query: { mode }, body });
  return created.client_secret === null ? create(path, { query: { mode }, body }) : created;
};

export const getCapabilities = () => request<Capabilities>('GET', '/v1/capabilities');
