const anyId = '?'.repeat(26);

/**
 * The kinds of items in the table, by patterns of their partition keys; grants name these kinds. `*` matches any text and `?`
 * one character, as in IAM. A tenant is `prj_….live` or `prj_….test`.
 */
export const partitions = {
  jobs: ['prj_*/ofq_*'],
  uploads: ['prj_*/upl_*'],
  files: ['prj_*/file_*'],
  /** Ids of a project's unfinished jobs. */
  projectQueues: ['prj_*/queue'],
  /** Places that a project's jobs hold at a stage, and its requests that wait. */
  inFlight: ['prj_*/in-flight'],
  waits: ['prj_*/waits'],
  charges: ['prj_*/ledger'],
  usage: ['prj_*/usage'],
  /** What a project used of a day's audio in test mode. */
  testQuotas: ['prj_*/quota'],

  webhooks: ['prj_*/webhooks'],
  webhookMembers: ['prj_*/webhook-members'],
  events: ['prj_*/evt_*'],
  deliveries: ['prj_*/whk_*'],

  projects: [`prj_${anyId}`],
  projectLists: ['org_*/projects'],
  /** Ids of an organization's projects, and of the webhooks of all of them. */
  projectPlaces: ['org_*/project-places'],
  organizationWebhooks: ['org_*/webhooks'],
  /** Counts the test events and redeliveries that its people ask for. */
  webhookTests: ['org_*/webhook-tests'],
  apiKeys: ['prj_*/key_*'],
  apiKeyLists: ['prj_*/api-keys'],
  liveApiKeys: ['prj_*/live-api-keys'],
  /** What requests with an API key are checked against, and the key's rate limit. */
  keys: ['key/*'],

  // `org_none` is read in place of the organization of a project that does not exist.
  memberships: [`org_${anyId}`, 'org_none'],
  organizationLists: ['user/*/organizations'],
  /** Ids of an organization's unfinished jobs. */
  organizationQueues: ['org_*/queue'],
  balances: ['org_*/balance'],
  payments: ['payment/*'],
  /** What an organization paid and got back. */
  paymentLedgers: ['org_*/ledger'],

  /** The rate limit of a person, and what holds for all of their sessions. */
  people: [`user/usr_${anyId}`],
  sessions: ['session/*'],
  /** Sign-in attempts that have been used. */
  signIns: ['sign-in/*'],
} as const;
export type Partition = keyof typeof partitions;

/** The same for the indexes, whose partition keys are other attributes. */
export const indexPartitions = {
  due: { jobs: ['due-*'], webhooks: ['webhooks-*'] },
  listed: { jobs: ['prj_*'], files: ['prj_*/files'] },
} as const;

/**
 * Attributes that are written only when an item is created. No worker's update names them, not even in a condition. An item
 * without them does not parse as a job, upload, file, webhook, event or delivery.
 */
export const birthAttributes = [
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
] as const;

/** Attributes that put an item into a tenant's lists. No worker writes them. */
export const listAttributes = ['listed_project', 'listed_at'] as const;
