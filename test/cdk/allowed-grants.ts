const consume = (...queues: string[]) =>
  queues.flatMap((queue) => [
    `sqs:DeleteMessage ${queue}`,
    `sqs:GetQueueAttributes ${queue}`,
    `sqs:ReceiveMessage ${queue}`,
  ]);

const cleanUp = [
  's3:DeleteObject Audio/sources/*',
  's3:DeleteObject Audio/uploads/*',
  's3:DeleteObject Audio/work/*',
  's3:ListBucket Audio',
];

const anyId = '?'.repeat(26);

/** Actions on items of the table, by the patterns of their partition keys. */
const items = (grants: Record<string, readonly string[]>): string[] =>
  Object.entries(grants).flatMap(([action, keys]) => keys.map((key) => `dynamodb:${action} Table ${key}`));

const byKey = items({ GetItem: ['key/*'], UpdateItem: ['key/*'] });
const person = [`user/usr_${anyId}`, 'session/*'];
const signedIn = items({ GetItem: person, UpdateItem: person });
const organization = [`org_${anyId}`, 'org_none'];
const inOrganization = [...signedIn, ...items({ GetItem: organization })];
const inProject = [...inOrganization, ...items({ GetItem: [`prj_${anyId}`] })];

const never = (action: string, attributes: readonly string[]) =>
  attributes.map(
    (name) => `never dynamodb:${action} Table if ForAnyValue:StringEquals dynamodb:Attributes ${name}`,
  );

/** Of a worker: an update must not make what only a customer's request makes, and nothing may get into a tenant's lists. */
const noForgery = [
  ...never('UpdateItem', [
    ...['id', 'projectId', 'tenant', 'organizationId', 'fingerprint', 'requestId', 'charged', 'createdAt'],
    ...['expiresAt', 'contentType', 'uploadId', 'fileId', 'secrets', 'payload', 'eventId', 'creditMicroUsd'],
  ]),
  ...['PutItem', 'UpdateItem'].flatMap((action) => never(action, ['listed_project', 'listed_at'])),
];
const noSpending = never('UpdateItem', ['spentMicroUsd']);

/** Of whoever ends jobs: the event is part of the end, and word of it is sent. */
const ending = [
  ...items({
    GetItem: ['prj_*/ofq_*'],
    UpdateItem: ['prj_*/ofq_*', 'prj_*/queue', 'org_*/queue', 'org_*/balance'],
    PutItem: ['prj_*/evt_*'],
  }),
  'sqs:SendMessage WebhookQueue',
];

const placement = [
  'ec2:AssignPrivateIpAddresses',
  'ec2:CreateNetworkInterface',
  'ec2:DeleteNetworkInterface',
  'ec2:DescribeNetworkInterfaces',
  'ec2:DescribeSubnets',
  'ec2:UnassignPrivateIpAddresses',
].flatMap((action) => [
  `${action} *`,
  `never ${action} * if ArnLike lambda:SourceFunctionArn arn:AWS::Partition:lambda:AWS::Region:AWS::AccountId:function:*`,
]);

/** What the verbs do that the API and the playground share, whoever admits the caller. */
const shared: Record<string, string[]> = {
  'transcription-uploads/create.ts': [...items({ PutItem: ['prj_*/upl_*'] }), 's3:PutObject Audio/uploads/*'],
  'transcriptions/create.ts': [
    ...items({
      ConditionCheckItem: ['prj_*/file_*'],
      GetItem: ['prj_*/ofq_*'],
      PutItem: ['prj_*/ofq_*'],
      UpdateItem: ['prj_*/upl_*', 'prj_*/queue', 'org_*/queue'],
    }),
    's3:GetObject Audio/uploads/*',
    's3:ListBucket Audio',
    'sqs:SendMessage FetchQueue',
    'sqs:SendMessage SplitQueue',
  ],
  'transcriptions/get.ts': [
    ...items({ GetItem: ['prj_*/ofq_*'] }),
    's3:GetObject Results/results/*',
    's3:ListBucket Results',
  ],
  'transcriptions/get-transcript.ts': [
    ...items({ GetItem: ['prj_*/ofq_*'] }),
    's3:GetObject Results/results/*',
    's3:ListBucket Results',
  ],
  'transcriptions/list.ts': ['dynamodb:Query Table/index/listed prj_*'],
  'transcriptions/delete.ts': [...ending, ...cleanUp, 's3:DeleteObject Results/results/*'],
};
const verbs = (folder: string, admission: readonly string[]) =>
  Object.fromEntries(
    Object.entries(shared).map(([file, grants]) => [`${folder}/${file}`, [...admission, ...grants]]),
  );

/** What each function may do, beyond writing its logs and traces: one line for each action on each resource, or under each key. */
export const allowed: Record<string, string[]> = {
  ...verbs('api', byKey),
  ...verbs('platform', inProject),
  'api/capabilities/get.ts': [],
  'api/errors/get.ts': [],
  'api/openapi/get.ts': [],
  'api/files/create.ts': [
    ...byKey,
    ...items({
      GetItem: ['prj_*/upl_*', 'prj_*/file_*'],
      PutItem: ['prj_*/file_*'],
      UpdateItem: ['prj_*/upl_*'],
    }),
    's3:GetObject Audio/uploads/*',
    's3:ListBucket Audio',
  ],
  'api/files/get.ts': [...byKey, ...items({ GetItem: ['prj_*/file_*'] })],
  'api/files/list.ts': [...byKey, 'dynamodb:Query Table/index/listed prj_*/files'],
  'api/files/delete.ts': [
    ...byKey,
    ...items({ GetItem: ['prj_*/file_*'], UpdateItem: ['prj_*/file_*'] }),
    's3:DeleteObject Audio/uploads/*',
  ],
  'api/unmatched.ts': [],
  'platform/session/get.ts': signedIn,
  'platform/session/delete.ts': signedIn,
  'platform/sign-in/start.ts': [],
  'platform/sign-in/callback.ts': items({
    PutItem: ['session/*', 'sign-in/*'],
    UpdateItem: ['session/*'],
  }),
  'platform/organizations/create.ts': [
    ...signedIn,
    ...items({ PutItem: [...organization, 'user/*/organizations'] }),
  ],
  'platform/organizations/list.ts': [...signedIn, ...items({ Query: ['user/*/organizations'] })],
  'platform/projects/create.ts': [
    ...inOrganization,
    ...items({ PutItem: [`prj_${anyId}`, 'org_*/projects'] }),
  ],
  'platform/projects/list.ts': [...inOrganization, ...items({ Query: ['org_*/projects'] })],
  'platform/usage/get.ts': [...inProject, ...items({ Query: ['prj_*/usage'] })],
  'platform/billing/get.ts': [...inOrganization, ...items({ Query: ['org_*/balance', 'org_*/ledger'] })],
  'platform/billing/create-checkout.ts': inOrganization,
  'platform/billing/receive-event.ts': items({
    GetItem: ['payment/*'],
    PutItem: ['org_*/ledger'],
    UpdateItem: ['payment/*', 'org_*/balance'],
  }),
  'platform/webhooks/create.ts': [
    ...inProject,
    ...items({ PutItem: ['prj_*/webhooks'], UpdateItem: ['prj_*/webhook-members'] }),
    'kms:Encrypt WebhookKey',
  ],
  'platform/webhooks/list.ts': [...inProject, ...items({ Query: ['prj_*/webhooks'] })],
  'platform/webhooks/get.ts': [...inProject, ...items({ GetItem: ['prj_*/webhooks'] })],
  'platform/webhooks/change.ts': [
    ...inProject,
    ...items({ GetItem: ['prj_*/webhooks'], UpdateItem: ['prj_*/webhooks'] }),
    'sqs:SendMessage WebhookQueue',
  ],
  'platform/webhooks/delete.ts': [
    ...inProject,
    ...items({ UpdateItem: ['prj_*/webhooks', 'prj_*/webhook-members'] }),
  ],
  'platform/webhooks/rotate-secret.ts': [
    ...inProject,
    ...items({ GetItem: ['prj_*/webhooks'], UpdateItem: ['prj_*/webhooks'] }),
    'kms:Encrypt WebhookKey',
  ],
  'platform/webhooks/test.ts': [
    ...inProject,
    ...items({ GetItem: ['prj_*/webhooks'], PutItem: ['prj_*/evt_*'] }),
    'sqs:SendMessage WebhookQueue',
  ],
  'platform/webhooks/list-deliveries.ts': [
    ...inProject,
    ...items({ GetItem: ['prj_*/webhooks'], Query: ['prj_*/whk_*'] }),
  ],
  'platform/webhooks/redeliver.ts': [
    ...inProject,
    ...items({ GetItem: ['prj_*/webhooks', 'prj_*/whk_*'], UpdateItem: ['prj_*/whk_*'] }),
    'sqs:SendMessage WebhookQueue',
  ],
  'platform/api-keys/create.ts': [
    ...inProject,
    ...items({
      PutItem: ['prj_*/key_*', 'prj_*/api-keys', 'key/*'],
      UpdateItem: ['prj_*/live-api-keys'],
    }),
  ],
  'platform/api-keys/list.ts': [...inProject, ...items({ Query: ['prj_*/api-keys'] })],
  'platform/api-keys/revoke.ts': [
    ...inProject,
    ...items({
      GetItem: ['prj_*/key_*'],
      UpdateItem: ['prj_*/key_*', 'prj_*/api-keys', 'key/*', 'prj_*/live-api-keys'],
    }),
  ],
  'events/upload-received.ts': [...items({ UpdateItem: ['prj_*/upl_*'] }), ...noForgery, ...noSpending],
  'workers/fetch-audio.ts': [
    ...ending,
    ...noForgery,
    ...noSpending,
    ...cleanUp,
    ...consume('FetchQueue'),
    's3:PutObject Audio/sources/*',
    'sqs:SendMessage SplitQueue',
  ],
  'workers/split-audio.ts': [
    ...ending,
    ...noForgery,
    ...noSpending,
    ...cleanUp,
    ...consume('SplitQueue'),
    ...placement,
    ...items({ GetItem: ['prj_*/upl_*', 'prj_*/file_*'] }),
    's3:GetObject Audio/sources/*',
    's3:GetObject Audio/uploads/*',
    's3:PutObject Audio/work/*',
    'sqs:SendMessage ChunkQueue',
    'sqs:SendMessage FinishQueue',
  ],
  'workers/recognize-chunk.ts': [
    ...items({ GetItem: ['prj_*/ofq_*'], UpdateItem: ['prj_*/ofq_*'] }),
    ...noForgery,
    ...noSpending,
    ...consume('ChunkQueue'),
    's3:DeleteObject Audio/work/*',
    's3:GetObject Audio/work/*',
    's3:PutObject Audio/work/*',
    'sqs:ChangeMessageVisibility ChunkQueue',
    'sqs:SendMessage FinishQueue',
  ],
  'workers/finish-job.ts': [
    ...ending,
    ...noForgery,
    ...cleanUp,
    ...consume('FinishQueue'),
    ...items({ PutItem: ['prj_*/ledger'], UpdateItem: ['prj_*/usage'] }),
    's3:GetObject Audio/work/*',
    's3:DeleteObject Results/results/*',
    's3:PutObject Results/results/*',
  ],
  'workers/dead-letter.ts': [
    ...ending,
    ...noForgery,
    ...noSpending,
    ...cleanUp,
    ...consume('FetchDeadLetters', 'SplitDeadLetters', 'ChunkDeadLetters', 'FinishDeadLetters'),
  ],
  'workers/deliver-webhook.ts': [
    ...consume('WebhookQueue'),
    ...items({
      ConditionCheckItem: ['prj_*/webhooks'],
      GetItem: ['prj_*/webhooks', 'prj_*/evt_*'],
      PutItem: ['prj_*/whk_*'],
      Query: ['prj_*/webhooks', 'prj_*/whk_*'],
      UpdateItem: ['prj_*/webhooks', 'prj_*/evt_*', 'prj_*/whk_*'],
    }),
    ...noForgery,
    ...noSpending,
    'kms:Decrypt WebhookKey',
    'sqs:SendMessage WebhookQueue',
  ],
  'workers/sweep-webhooks.ts': [
    ...items({
      GetItem: ['prj_*/webhooks', 'prj_*/evt_*', 'prj_*/whk_*'],
      UpdateItem: ['prj_*/webhooks', 'prj_*/evt_*', 'prj_*/whk_*'],
    }),
    ...noForgery,
    ...noSpending,
    'dynamodb:Query Table/index/due webhooks-*',
    'sqs:SendMessage WebhookQueue',
  ],
  'workers/audit-books.ts': [
    ...items({ Query: ['prj_*/ledger', 'prj_*/usage', 'org_*/balance', 'org_*/ledger'] }),
    'dynamodb:Scan Table',
  ],
  'workers/sweep.ts': [
    ...ending,
    ...noForgery,
    ...noSpending,
    ...cleanUp,
    'dynamodb:Query Table/index/due due-*',
    's3:DeleteObject Results/results/*',
    'sqs:SendMessage ChunkQueue',
    'sqs:SendMessage FetchQueue',
    'sqs:SendMessage FinishQueue',
    'sqs:SendMessage SplitQueue',
  ],
};
