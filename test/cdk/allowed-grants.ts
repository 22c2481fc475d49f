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

const signedIn = ['dynamodb:GetItem Table', 'dynamodb:UpdateItem Table'];
const creating = ['dynamodb:GetItem Table', 'dynamodb:PutItem Table', 'dynamodb:UpdateItem Table'];
const listing = ['dynamodb:GetItem Table', 'dynamodb:Query Table', 'dynamodb:UpdateItem Table'];

/** Of whoever ends jobs: the event is part of the end, and word of it is sent. */
const ending = ['dynamodb:PutItem Table', 'sqs:SendMessage WebhookQueue'];

const retrying = [
  ...creating,
  's3:GetObject Audio/sources/*',
  's3:GetObject Audio/uploads/*',
  's3:ListBucket Audio',
  'sqs:SendMessage FetchQueue',
  'sqs:SendMessage SplitQueue',
];

/** What each function may do, beyond writing its logs and traces: one line for each action on each resource. */
export const allowed: Record<string, string[]> = {
  'api/transcription-uploads/create.ts': [
    'dynamodb:GetItem Table',
    'dynamodb:PutItem Table',
    'dynamodb:UpdateItem Table',
    's3:PutObject Audio/uploads/*',
  ],
  'api/transcriptions/create.ts': [
    'dynamodb:ConditionCheckItem Table',
    'dynamodb:GetItem Table',
    'dynamodb:PutItem Table',
    'dynamodb:UpdateItem Table',
    's3:GetObject Audio/uploads/*',
    's3:ListBucket Audio',
    'sqs:SendMessage FetchQueue',
    'sqs:SendMessage SplitQueue',
  ],
  'api/transcriptions/get.ts': [
    'dynamodb:GetItem Table',
    'dynamodb:UpdateItem Table',
    's3:GetObject Results/results/*',
    's3:ListBucket Results',
  ],
  'api/capabilities/get.ts': [],
  'api/errors/get.ts': [],
  'api/openapi/get.ts': [],
  'api/transcriptions/get-transcript.ts': [
    'dynamodb:GetItem Table',
    'dynamodb:UpdateItem Table',
    's3:GetObject Results/results/*',
    's3:ListBucket Results',
  ],
  'api/transcriptions/list.ts': [
    'dynamodb:GetItem Table',
    'dynamodb:Query Table/index/listed',
    'dynamodb:UpdateItem Table',
  ],
  'api/transcriptions/delete.ts': [
    ...ending,
    ...cleanUp,
    'dynamodb:GetItem Table',
    'dynamodb:UpdateItem Table',
    's3:DeleteObject Results/results/*',
  ],
  'api/transcriptions/retry.ts': retrying,
  'platform/transcriptions/retry.ts': retrying,
  'api/files/create.ts': [
    'dynamodb:GetItem Table',
    'dynamodb:PutItem Table',
    'dynamodb:UpdateItem Table',
    's3:GetObject Audio/uploads/*',
    's3:ListBucket Audio',
  ],
  'api/files/get.ts': ['dynamodb:GetItem Table', 'dynamodb:UpdateItem Table'],
  'api/files/list.ts': [
    'dynamodb:GetItem Table',
    'dynamodb:Query Table/index/listed',
    'dynamodb:UpdateItem Table',
  ],
  'api/files/delete.ts': [
    'dynamodb:GetItem Table',
    'dynamodb:UpdateItem Table',
    's3:DeleteObject Audio/uploads/*',
  ],
  'api/unmatched.ts': [],
  'platform/session/get.ts': signedIn,
  'platform/session/delete.ts': signedIn,
  'platform/sessions/delete.ts': signedIn,
  'platform/sign-in/start.ts': ['secretsmanager:GetSecretValue SignInCookieSecret'],
  'platform/sign-in/callback.ts': [
    'dynamodb:PutItem Table',
    'dynamodb:UpdateItem Table',
    'secretsmanager:GetSecretValue SignInCookieSecret',
  ],
  'platform/organizations/create.ts': creating,
  'platform/organizations/list.ts': listing,
  'platform/projects/create.ts': creating,
  'platform/projects/list.ts': listing,
  'platform/usage/get.ts': listing,
  'platform/billing/get.ts': listing,
  'platform/billing/create-checkout.ts': signedIn,
  'platform/billing/receive-event.ts': [...creating, 'dynamodb:Query Table'],
  'platform/webhooks/create.ts': [...creating, 'kms:Encrypt WebhookKey'],
  'platform/webhooks/list.ts': listing,
  'platform/webhooks/get.ts': signedIn,
  'platform/webhooks/change.ts': [...signedIn, 'sqs:SendMessage WebhookQueue'],
  'platform/webhooks/delete.ts': signedIn,
  'platform/webhooks/rotate-secret.ts': [...signedIn, 'kms:Encrypt WebhookKey'],
  'platform/webhooks/test.ts': [...creating, 'sqs:SendMessage WebhookQueue'],
  'platform/webhooks/list-deliveries.ts': listing,
  'platform/webhooks/redeliver.ts': [...signedIn, 'sqs:SendMessage WebhookQueue'],
  'platform/api-keys/create.ts': creating,
  'platform/api-keys/list.ts': listing,
  'platform/api-keys/revoke.ts': signedIn,
  'events/upload-received.ts': ['dynamodb:UpdateItem Table'],
  'workers/fetch-audio.ts': [
    ...ending,
    ...cleanUp,
    ...consume('FetchQueue'),
    'dynamodb:GetItem Table',
    'dynamodb:UpdateItem Table',
    's3:PutObject Audio/sources/*',
    'sqs:SendMessage SplitQueue',
  ],
  'workers/split-audio.ts': [
    ...ending,
    ...cleanUp,
    ...consume('SplitQueue'),
    'dynamodb:GetItem Table',
    'dynamodb:UpdateItem Table',
    'ec2:AssignPrivateIpAddresses *',
    'ec2:CreateNetworkInterface *',
    'ec2:DeleteNetworkInterface *',
    'ec2:DescribeNetworkInterfaces *',
    'ec2:DescribeSubnets *',
    'ec2:UnassignPrivateIpAddresses *',
    's3:GetObject Audio/sources/*',
    's3:GetObject Audio/uploads/*',
    's3:PutObject Audio/work/*',
    'sqs:SendMessage ChunkQueue',
    'sqs:SendMessage FinishQueue',
  ],
  'workers/recognize-chunk.ts': [
    ...ending,
    ...consume('ChunkQueue'),
    'dynamodb:GetItem Table',
    'dynamodb:UpdateItem Table',
    's3:DeleteObject Audio/work/*',
    's3:GetObject Audio/work/*',
    's3:ListBucket Audio',
    's3:PutObject Audio/work/*',
    'sqs:ChangeMessageVisibility ChunkQueue',
    'sqs:SendMessage FinishQueue',
  ],
  'workers/finish-job.ts': [
    ...ending,
    ...cleanUp,
    ...consume('FinishQueue'),
    'dynamodb:GetItem Table',
    'dynamodb:UpdateItem Table',
    's3:GetObject Audio/work/*',
    's3:DeleteObject Results/results/*',
    's3:PutObject Results/results/*',
  ],
  'workers/dead-letter.ts': [
    ...ending,
    ...cleanUp,
    ...consume('FetchDeadLetters', 'SplitDeadLetters', 'ChunkDeadLetters', 'FinishDeadLetters'),
    'dynamodb:GetItem Table',
    'dynamodb:UpdateItem Table',
  ],
  'workers/deliver-webhook.ts': [
    ...consume('WebhookQueue'),
    'dynamodb:ConditionCheckItem Table',
    'dynamodb:GetItem Table',
    'dynamodb:PutItem Table',
    'dynamodb:Query Table',
    'dynamodb:UpdateItem Table',
    'kms:Decrypt WebhookKey',
    'sqs:SendMessage WebhookQueue',
  ],
  'workers/sweep-webhooks.ts': [
    'dynamodb:GetItem Table',
    'dynamodb:Query Table/index/due',
    'dynamodb:UpdateItem Table',
    'sqs:SendMessage WebhookQueue',
  ],
  'workers/audit-books.ts': ['dynamodb:Query Table', 'dynamodb:Scan Table'],
  'workers/sweep.ts': [
    ...ending,
    ...cleanUp,
    'dynamodb:GetItem Table',
    'dynamodb:Query Table/index/due',
    'dynamodb:UpdateItem Table',
    's3:DeleteObject Results/results/*',
    'sqs:SendMessage ChunkQueue',
    'sqs:SendMessage FetchQueue',
    'sqs:SendMessage FinishQueue',
    'sqs:SendMessage SplitQueue',
  ],
};

// The playground does what the API does.
for (const file of [
  'transcription-uploads/create.ts',
  ...['create.ts', 'list.ts', 'get.ts', 'delete.ts', 'get-transcript.ts'].map(
    (verb) => `transcriptions/${verb}`,
  ),
])
  allowed[`platform/${file}`] = allowed[`api/${file}`] ?? [];
