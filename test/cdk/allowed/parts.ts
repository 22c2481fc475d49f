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

/** An id without its prefix, as IAM patterns write it. */
export const anyId = '?'.repeat(26);

/** Actions on items of the table, by the patterns of their partition keys. */
export const items = (grants: Record<string, readonly string[]>): string[] =>
  Object.entries(grants).flatMap(([action, keys]) => keys.map((key) => `dynamodb:${action} Table ${key}`));

export const byKey = items({ GetItem: ['key/*'], UpdateItem: ['key/*'] });
const person = [`user/usr_${anyId}`, 'session/*'];
export const signedIn = items({ GetItem: person, UpdateItem: person });
export const organization = [`org_${anyId}`, 'org_none'];
export const inOrganization = [...signedIn, ...items({ GetItem: organization })];
export const inProject = [...inOrganization, ...items({ GetItem: [`prj_${anyId}`] })];

const never = (action: string, attributes: readonly string[]) =>
  attributes.map(
    (name) => `never dynamodb:${action} Table if ForAnyValue:StringEquals dynamodb:Attributes ${name}`,
  );

/** Of a worker: an update must not make what only a customer's request makes, and nothing may get into a tenant's lists. */
export const noForgery = [
  ...never('UpdateItem', [
    ...['id', 'tenant', 'organizationId', 'fingerprint', 'requestId', 'createdAt'],
    ...['expiresAt', 'contentType', 'uploadId', 'fileId', 'secrets', 'payload', 'eventId', 'creditMicroUsd'],
  ]),
  ...['PutItem', 'UpdateItem'].flatMap((action) => never(action, ['listed_project', 'listed_at'])),
];
export const noSpending = never('UpdateItem', ['spentMicroUsd']);

/** Of whoever ends jobs: the event is part of the end, and word of it is sent. */
export const ending = [
  ...items({
    GetItem: ['prj_*/ofq_*'],
    UpdateItem: ['prj_*/ofq_*', 'prj_*/queue', 'org_*/queue', 'org_*/balance'],
    PutItem: ['prj_*/evt_*'],
  }),
  'sqs:SendMessage WebhookQueue',
];
