const anyId = '?'.repeat(26);

/**
 * Patterns of the partition keys of each kind of item. Grants refer to them by name. `*` matches any text and `?` one
 * character, as in IAM. A tenant is `prj_….live` or `prj_….test`.
 */
export const partitions = {
  jobs: ['prj_*/ofq_*'],
  /** The plan of a job's parts, how each was cut, and which chunks are recognized. */
  jobParts: ['prj_*/parts-of-ofq_*'],
  uploads: ['prj_*/upl_*'],
  files: ['prj_*/file_*'],
  /** Ids of a project's unfinished jobs. */
  projectQueues: ['prj_*/queue'],
  /** Permits of a project's messages at a stage. */
  inFlight: ['prj_*/in-flight'],
  /** The open long polls of an organization's projects, or of a project without one. */
  waits: ['org_*/waits', 'prj_*/waits'],
  charges: ['prj_*/ledger'],
  usage: ['prj_*/usage'],
  /** What the charges of a project add up to, as far as they are audited. */
  closedBooks: ['prj_*/closed-books'],
  /** The audio that a project used per day in test mode. */
  testQuotas: ['prj_*/quota'],

  /** Realtime sessions, with their audio and events. */
  realtimeSessions: ['prj_*/rts_*'],
  /** Ids of a project's live realtime sessions. */
  realtimePlaces: ['prj_*/realtime'],

  /** The requests of the last days, by API key. */
  requests: ['prj_*/request/*'],

  webhooks: ['prj_*/webhooks'],
  webhookMembers: ['prj_*/webhook-members'],
  events: ['prj_*/evt_*'],
  deliveries: ['prj_*/whk_*'],

  projects: [`prj_${anyId}`],
  projectLists: ['org_*/projects'],
  /** Ids of an organization's projects, and of the webhooks of all its projects. */
  projectPlaces: ['org_*/project-places'],
  organizationWebhooks: ['org_*/webhooks'],
  /** Counts the requested test events and redeliveries. */
  webhookTests: ['org_*/webhook-tests', 'prj_*/webhook-tests'],
  apiKeys: ['prj_*/key_*'],
  apiKeyLists: ['prj_*/api-keys'],
  liveApiKeys: ['prj_*/live-api-keys'],
  /** Hashed API keys with their rate limits. */
  keys: ['key/*'],

  // `org_none` stands for the organization of a project that does not exist.
  memberships: [`org_${anyId}`, 'org_none'],
  /** The invitations of an organization, and the ids that occupy a place among its members. */
  invitations: ['org_*/invitations'],
  memberPlaces: ['org_*/member-places'],
  auditLogs: ['org_*/audit'],
  organizationLists: ['user/*/organizations'],
  /** Ids of an organization's unfinished jobs. */
  organizationQueues: ['org_*/queue'],
  balances: ['org_*/balance'],
  /** An organization's customer at the payment provider. */
  customers: ['org_*/customer'],
  /** An organization's order to buy credit automatically. */
  topUps: ['org_*/top-up'],
  payments: ['payment/*'],
  /** Payments and refunds of an organization. */
  paymentLedgers: ['org_*/ledger'],

  /** A user's rate limit, and the settings of all the user's sessions. */
  people: [`user/usr_${anyId}`],
  sessions: ['session/*'],
  sessionLists: ['user/*/sessions'],
  /** Used sign-in attempts. */
  signIns: ['sign-in/*'],
} as const;
export type Partition = keyof typeof partitions;

/** Patterns of the partition keys of the indexes. */
export const indexPartitions = {
  due: {
    jobs: ['due-*'],
    projects: ['projects-*'],
    topUps: ['top-ups-*'],
    webhooks: ['webhooks-*'],
    realtimeSessions: ['realtime-*'],
  },
  listed: {
    jobs: ['prj_*'],
    files: ['prj_*/files'],
    realtimeSessions: ['prj_*/realtime'],
    /** All organizations, and all projects of each, for the audit. */
    owners: ['organizations', 'org_*/all-projects'],
  },
} as const;

/**
 * Attributes that only creation, payments and people at the console write. No worker's update refers to them, even in a
 * condition. An item without those of creation does not parse as a job, upload, file, webhook, event or delivery.
 */
export const creationAttributes = [
  'id',
  'tenant',
  'organizationId',
  'fingerprint',
  'requestId',
  'createdAt',
  'expiresAt',
  'contentType',
  'uploadId',
  'fileId',
  'secrets',
  'payload',
  'eventId',
  'creditMicroUsd',
  'limitMicroUsd',
  'alertMicroUsd',
] as const;

/**
 * An API key or a realtime session without these attributes does not parse. Workers may put audio and events into the
 * partition of a session, but never a session.
 */
export const credentialAttributes = ['secretHash'] as const;

/**
 * The agreed terms of a realtime session, who is charged for it, and what its end records. Its runner writes none of
 * these attributes.
 */
export const sessionTerms = [
  'options',
  'keyId',
  'transcriptionId',
  'secretHash',
  'secretExpiresAt',
  'startedAt',
  'endedAt',
  'billedMicroUsd',
] as const;

/** Attributes that put an item into a tenant's lists. No worker writes them. */
export const listAttributes = ['listed_project', 'listed_at'] as const;
