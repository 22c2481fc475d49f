const anyId = '?'.repeat(26);

/**
 * What lies in the table, by the partition keys it lies under: grants name these. `*` stands for any text and `?` for one
 * character, as in IAM. A tenant is `prj_….live` or `prj_….test`.
 */
export const partitions = {
  jobs: ['prj_*/ofq_*'],
  uploads: ['prj_*/upl_*'],
  files: ['prj_*/file_*'],
  /** Ids of the jobs that a project has on their way. */
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
  /** What a key of the API is checked against, with its rate limit. */
  keys: ['key/*'],

  // `org_none` is read in place of the organization of a project that does not exist.
  memberships: [`org_${anyId}`, 'org_none'],
  organizationLists: ['user/*/organizations'],
  /** Ids of the jobs that an organization has on their way. */
  organizationQueues: ['org_*/queue'],
  balances: ['org_*/balance'],
  payments: ['payment/*'],
  /** What an organization paid and got back. */
  paymentLedgers: ['org_*/ledger'],

  /** What holds for all sessions of a person, with the rate limit of their requests. */
  people: [`user/usr_${anyId}`],
  sessions: ['session/*'],
  /** Attempts to sign in that were used up. */
  signIns: ['sign-in/*'],
} as const;
export type Partition = keyof typeof partitions;

/** The same for the indexes, whose partition keys are other attributes. */
export const indexPartitions = {
  due: { jobs: ['due-*'], webhooks: ['webhooks-*'] },
  listed: { jobs: ['prj_*'], files: ['prj_*/files'] },
} as const;

/**
 * Attributes that a thing gets when it is made and that no worker's update names, in its conditions neither. An item that
 * lacks one of them is no job, upload, file, webhook, event or delivery: nothing can read it.
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

/** Attributes that show an item in the lists of a tenant. No worker writes one of them. */
export const listAttributes = ['listed_project', 'listed_at'] as const;
