export const consume = (...queues: string[]) =>
  queues.flatMap((queue) => [
    `sqs:DeleteMessage ${queue}`,
    `sqs:GetQueueAttributes ${queue}`,
    `sqs:ReceiveMessage ${queue}`,
  ]);

export const cleanUp = [
  's3:DeleteObject Audio/sources/*',
  's3:DeleteObject Audio/uploads/*',
  's3:DeleteObject Audio/work/*',
  's3:ListBucket Audio',
];

/** Grants of functions that erase the text of a job: also in the events of a realtime session. */
export const erasing = [
  's3:DeleteObject Results/results/*',
  'dynamodb:Query Table prj_*/rts_*',
  'dynamodb:UpdateItem Table prj_*/rts_*',
];

/** The IAM pattern of an id without its prefix. */
export const anyId = '?'.repeat(26);

/** Grants on items of the table, by the patterns of their partition keys. */
export const items = (grants: Record<string, readonly string[]>): string[] =>
  Object.entries(grants).flatMap(([action, keys]) => keys.map((key) => `dynamodb:${action} Table ${key}`));

export const byKey = items({ GetItem: ['key/*'], UpdateItem: ['key/*'], PutItem: ['prj_*/request/*'] });
const userKeys = [`user/usr_${anyId}`, 'session/*'];
export const signedIn = items({ GetItem: userKeys, UpdateItem: userKeys });
export const organization = [`org_${anyId}`, 'org_none'];
export const inOrganization = [...signedIn, ...items({ GetItem: organization })];
export const inProject = [...inOrganization, ...items({ GetItem: [`prj_${anyId}`] })];

const never = (action: string, attributes: readonly string[]) =>
  attributes.map(
    (name) => `never dynamodb:${action} Table if ForAnyValue:StringLike dynamodb:Attributes ${name}`,
  );

/** Denies for workers: no attributes that only customers' requests create, no credentials, and no entries in a tenant's lists. */
export const noForgery = [
  ...never('UpdateItem', [
    ...['id', 'tenant', 'organizationId', 'fingerprint', 'requestId', 'createdAt'],
    ...['expiresAt', 'contentType', 'uploadId', 'fileId', 'secrets', 'payload', 'eventId', 'creditMicroUsd'],
    ...['limitMicroUsd', 'alertMicroUsd'],
  ]),
  ...never('PutItem', ['secretHash', 'creditMicroUsd', 'fingerprint']),
  ...['PutItem', 'UpdateItem'].flatMap((action) => never(action, ['listed_project', 'listed_at'])),
];
/** Neither the amount spent nor its part of a month, such as `spent202611`. */
export const noSpending = ['PutItem', 'UpdateItem'].flatMap((action) => never(action, ['spent*']));

/** Grants of functions that end jobs: writing the event, and queueing its webhooks. */
export const ending = [
  ...items({
    GetItem: ['prj_*/ofq_*'],
    UpdateItem: ['prj_*/ofq_*', 'prj_*/queue', 'org_*/queue', 'org_*/balance'],
    PutItem: ['prj_*/evt_*'],
  }),
  'sqs:SendMessage WebhookQueue',
];
