const at = '2026-11-20T10:00:00.000Z';
const ada = { id: 'usr_1', email: 'ada.lovelace.of.the.analytical.engine@example.com' };

/** Two members and an invitation, as the API returns them. */
export const membership = {
  members: [
    { user_id: 'usr_1', email: ada.email, name: 'Ada Lovelace', role: 'owner', joined_at: at },
    { user_id: 'usr_2', email: 'charles@example.com', name: '', role: 'billing', joined_at: at },
  ],
  invitations: [
    {
      id: 'inv_1',
      email: 'grace@example.com',
      role: 'developer',
      invited_by: ada,
      created_at: at,
      expires_at: '2099-01-01T00:00:00.000Z',
    },
  ],
};

/** The open invitations of a signed-in person. */
export const ownInvitation = {
  organization_name: 'Analytical Engines',
  role: 'developer',
  invited_by: { email: ada.email },
  expires_at: '2099-01-01T00:00:00.000Z',
};

const entry = { id: 'aud_1', created_at: at, actor: ada, change: null };
export const auditLog = [
  {
    ...entry,
    action: 'member.role_changed',
    target: { id: 'usr_2', name: 'charles@example.com' },
    change: { from: 'viewer', to: 'billing' },
  },
  {
    ...entry,
    id: 'aud_2',
    action: 'project.renamed',
    target: { id: 'prj_1', name: 'Call centre' },
    change: { from: 'Calls', to: 'Call centre' },
  },
  {
    ...entry,
    id: 'aud_4',
    action: 'spend_limit.changed',
    target: { id: 'org_1', name: 'spending by month' },
    change: { from: 'none', to: '250.000000' },
  },
  {
    ...entry,
    id: 'aud_5',
    action: 'webhook.disabled',
    actor: { id: 'h8Fk2LmQ7sT4vX1z', email: '' },
    target: { id: 'whk_1', name: 'hooks.example.com' },
  },
  { ...entry, id: 'aud_3', action: 'api_key.created', target: { id: 'key_1', name: 'Production' } },
];

const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36';
const times = { created_at: at, last_seen_at: at, expires_at: '2099-01-01T00:00:00.000Z' };
export const ownSessions = [
  { id: 'ses_1', ...times, user_agent: `Mozilla/5.0 (X11; Linux x86_64) ${chrome}`, is_current: true },
  { id: 'ses_2', ...times, user_agent: `Mozilla/5.0 (Linux; Android 10; K) ${chrome}`, is_current: false },
];
