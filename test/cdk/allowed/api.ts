import { byKey, cleanUp, ending, erasing, items } from './parts.ts';

const webhookTests = ['org_*/webhook-tests', 'prj_*/webhook-tests'];

/** Grants of the handlers that the API and the console share, without authentication. */
const shared: Record<string, string[]> = {
  'transcription-uploads/create.ts': [...items({ PutItem: ['prj_*/upl_*'] }), 's3:PutObject Audio/uploads/*'],
  'transcriptions/create.ts': [
    ...items({ Query: ['org_*/balance'] }),
    ...items({
      ConditionCheckItem: ['prj_*/file_*', 'prj_*/quota'],
      GetItem: ['prj_*/ofq_*', 'prj_*/webhook-members'],
      PutItem: ['prj_*/ofq_*'],
      UpdateItem: ['prj_*/upl_*', 'prj_*/queue', 'org_*/queue'],
    }),
    's3:GetObject Audio/uploads/*',
    's3:ListBucket Audio',
    'sqs:SendMessage FetchQueue',
    'sqs:SendMessage SplitQueue',
  ],
  'transcriptions/retry.ts': [
    ...items({ Query: ['org_*/balance'] }),
    ...items({
      GetItem: ['prj_*/ofq_*', 'prj_*/upl_*', 'prj_*/file_*'],
      PutItem: ['prj_*/ofq_*'],
      UpdateItem: ['prj_*/ofq_*', 'prj_*/queue', 'org_*/queue'],
      ConditionCheckItem: ['prj_*/quota'],
    }),
    's3:GetObject Audio/sources/*',
    's3:GetObject Audio/uploads/*',
    's3:ListBucket Audio',
    'sqs:SendMessage FetchQueue',
    'sqs:SendMessage SplitQueue',
  ],
  'transcriptions/get.ts': [
    ...items({
      GetItem: ['prj_*/ofq_*'],
      Query: ['prj_*/parts-of-ofq_*'],
      UpdateItem: ['org_*/waits', 'prj_*/waits'],
    }),
    's3:GetObject Results/results/*',
    's3:ListBucket Results',
  ],
  'transcriptions/get-transcript.ts': [
    ...items({ GetItem: ['prj_*/ofq_*'] }),
    's3:GetObject Results/results/*',
    's3:ListBucket Results',
  ],
  'transcriptions/list.ts': ['dynamodb:Query Table/index/listed prj_*'],
  'transcriptions/delete.ts': [...ending, ...cleanUp, ...erasing],
  'webhooks/create.ts': [
    ...items({
      GetItem: ['prj_*/webhooks'],
      PutItem: ['prj_*/webhooks', 'org_*/audit'],
      UpdateItem: ['prj_*/webhook-members', 'org_*/webhooks'],
    }),
    'kms:Encrypt WebhookKey',
  ],
  'webhooks/list.ts': items({ GetItem: ['prj_*/webhooks', 'prj_*/webhook-members'] }),
  'webhooks/get.ts': items({ GetItem: ['prj_*/webhooks'] }),
  'webhooks/change.ts': [
    ...items({ GetItem: ['prj_*/webhooks'], UpdateItem: ['prj_*/webhooks'], PutItem: ['org_*/audit'] }),
    'sqs:SendMessage WebhookQueue',
  ],
  'webhooks/delete.ts': items({
    GetItem: ['prj_*/webhooks'],
    UpdateItem: ['prj_*/webhooks', 'prj_*/webhook-members', 'org_*/webhooks'],
    PutItem: ['org_*/audit'],
  }),
  'webhooks/test.ts': [
    ...items({ GetItem: ['prj_*/webhooks'], PutItem: ['prj_*/whk_*'], UpdateItem: webhookTests }),
    'sqs:SendMessage WebhookQueue',
  ],
  'webhooks/list-deliveries.ts': items({ GetItem: ['prj_*/webhooks'], Query: ['prj_*/whk_*'] }),
  'webhooks/get-delivery.ts': items({ GetItem: ['prj_*/webhooks', 'prj_*/whk_*'] }),
  'webhooks/redeliver-failed.ts': [
    ...items({ GetItem: ['prj_*/webhooks'], UpdateItem: ['prj_*/webhooks', ...webhookTests] }),
    'sqs:SendMessage WebhookQueue',
  ],
  'webhooks/redeliver.ts': [
    ...items({
      GetItem: ['prj_*/webhooks', 'prj_*/whk_*'],
      UpdateItem: ['prj_*/whk_*', ...webhookTests],
    }),
    'sqs:SendMessage WebhookQueue',
  ],
  'transcriptions/list-deliveries.ts': items({
    GetItem: ['prj_*/ofq_*', 'prj_*/whk_*', 'prj_*/webhooks', 'prj_*/webhook-members'],
  }),
  'transcriptions/get-ledger.ts': items({ GetItem: ['prj_*/ofq_*'] }),
  'usage/get.ts': items({
    Query: ['prj_*/usage'],
    GetItem: [
      ...['prj_*/quota', 'prj_*/queue', 'org_*/queue'],
      ...['org_*/project-places', 'prj_*/webhook-members', 'org_*/webhooks'],
    ],
  }),
  'requests/get.ts': items({ GetItem: ['prj_*/request/*'] }),
  'webhooks/rotate-secret.ts': [
    ...items({ GetItem: ['prj_*/webhooks'], UpdateItem: ['prj_*/webhooks'], PutItem: ['org_*/audit'] }),
    'kms:Encrypt WebhookKey',
  ],
};

/** Grants of the shared handlers in `folder`, with those of authentication. */
export const sharedGrants = (folder: string, authentication: readonly string[]) =>
  Object.fromEntries(
    Object.entries(shared).map(([file, grants]) => [`${folder}/${file}`, [...authentication, ...grants]]),
  );

/** Stores a file, queues its job and waits for it. */
const waiting = [
  ...items({ Query: ['org_*/balance', 'prj_*/parts-of-ofq_*'] }),
  ...byKey,
  ...items({
    ConditionCheckItem: ['prj_*/quota'],
    GetItem: ['prj_*/ofq_*'],
    PutItem: ['prj_*/ofq_*', 'prj_*/upl_*'],
    UpdateItem: ['prj_*/upl_*', 'prj_*/queue', 'org_*/queue', 'org_*/waits', 'prj_*/waits'],
  }),
  's3:GetObject Audio/uploads/*',
  's3:GetObject Results/results/*',
  's3:ListBucket Audio',
  's3:ListBucket Results',
  's3:PutObject Audio/uploads/*',
  'sqs:SendMessage FetchQueue',
  'sqs:SendMessage SplitQueue',
];

/** The grants of each function of the API. */
export const apiGrants: Record<string, string[]> = {
  ...sharedGrants('api', byKey),
  'api/capabilities/get.ts': [],
  'api/errors/get.ts': [],
  'api/asyncapi/get.ts': [],
  'api/openapi/get.ts': [],
  'api/audio/create-transcription.ts': waiting,
  'api/audio/create-translation.ts': waiting,
  'api/models/list.ts': byKey,
  'api/charges/list.ts': [...byKey, ...items({ Query: ['prj_*/ledger'] })],
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
  'api/files/list.ts': [
    ...byKey,
    'dynamodb:Query Table/index/listed prj_*/files',
    ...items({ GetItem: ['prj_*/file_*'] }),
  ],
  'api/files/delete.ts': [
    ...byKey,
    ...items({ GetItem: ['prj_*/file_*'], UpdateItem: ['prj_*/file_*'] }),
    's3:DeleteObject Audio/uploads/*',
    's3:DeleteObject Audio/work/*/heads/*',
  ],
  'api/unmatched.ts': [],
};
