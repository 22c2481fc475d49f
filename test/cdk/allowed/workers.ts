import { anyId, cleanUp, consume, ending, erasing, items, noForgery, noSpending } from './parts.ts';

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

/** Cuts audio into chunks. */
const splitting = [
  ...ending,
  ...noForgery,
  ...noSpending,
  ...cleanUp,
  ...placement,
  ...items({
    GetItem: ['prj_*/parts-of-ofq_*', 'prj_*/upl_*', 'prj_*/file_*'],
    UpdateItem: ['prj_*/parts-of-ofq_*', 'prj_*/upl_*', 'prj_*/quota', 'prj_*/in-flight'],
    Query: ['prj_*/parts-of-ofq_*', 'org_*/balance'],
  }),
  's3:GetObject Audio/sources/*',
  's3:GetObject Audio/uploads/*',
  's3:GetObject Audio/work/*/heads/*',
  's3:PutObject Audio/work/*',
  'sqs:DeleteMessage SplitQueue',
  'sqs:ReceiveMessage SplitQueue',
  'sqs:SendMessage ChunkQueue',
  'sqs:SendMessage FinishQueue',
  'sqs:SendMessage SplitQueue',
];

/** Recognizes chunks, and calls others to help. */
const recognizing = [
  ...items({
    GetItem: ['prj_*/ofq_*', 'prj_*/parts-of-ofq_*'],
    UpdateItem: ['prj_*/ofq_*', 'prj_*/parts-of-ofq_*'],
  }),
  ...noForgery,
  ...noSpending,
  'lambda:InvokeFunction RecognizeWaiting',
  'lambda:InvokeFunction SplitWaiting',
  's3:DeleteObject Audio/work/*',
  's3:GetObject Audio/work/*',
  's3:PutObject Audio/work/*',
  'sqs:ChangeMessageVisibility ChunkQueue',
  'sqs:DeleteMessage ChunkQueue',
  'sqs:ReceiveMessage ChunkQueue',
  'sqs:SendMessage FinishQueue',
];

/** The grants of each function that is not started by a request. */
export const workerGrants: Record<string, string[]> = {
  'events/upload-received.ts': [
    ...items({ UpdateItem: ['prj_*/upl_*'] }),
    'sqs:SendMessage SplitQueue',
    ...noForgery,
    ...noSpending,
  ],
  'workers/fetch-audio.ts': [
    ...ending,
    ...noForgery,
    ...noSpending,
    ...cleanUp.filter((grant) => grant !== 's3:DeleteObject Audio/uploads/*'),
    ...consume('FetchQueue'),
    ...items({ UpdateItem: ['prj_*/in-flight'] }),
    's3:PutObject Audio/sources/*',
    'sqs:SendMessage FetchQueue',
    'sqs:SendMessage SplitQueue',
  ],
  'workers/split-audio.ts': [...splitting, 'sqs:GetQueueAttributes SplitQueue'],
  'workers/split-waiting.ts': splitting,
  'workers/recognize-chunk.ts': [...recognizing, 'sqs:GetQueueAttributes ChunkQueue'],
  'workers/recognize-waiting.ts': recognizing,
  'workers/finish-job.ts': [
    ...ending,
    ...noForgery,
    ...cleanUp,
    ...consume('FinishQueue'),
    ...items({ PutItem: ['prj_*/ledger'], UpdateItem: ['prj_*/usage', 'prj_*/in-flight'] }),
    's3:GetObject Audio/work/*',
    's3:DeleteObject Results/results/*',
    's3:PutObject Results/results/*',
    'sqs:SendMessage FinishQueue',
  ],
  'workers/dead-letter.ts': [
    ...ending,
    ...items({ GetItem: ['prj_*/parts-of-ofq_*'] }),
    ...noForgery,
    ...noSpending,
    ...cleanUp,
    ...consume('FetchDeadLetters', 'SplitDeadLetters', 'ChunkDeadLetters', 'FinishDeadLetters'),
  ],
  'workers/deliver-webhook.ts': [
    ...consume('WebhookQueue'),
    ...items({
      ConditionCheckItem: ['prj_*/webhooks'],
      GetItem: ['prj_*/webhooks', 'prj_*/webhook-members', 'prj_*/evt_*'],
      PutItem: ['prj_*/whk_*'],
      Query: ['prj_*/whk_*'],
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
    ...items({
      GetItem: ['prj_*/ofq_*', 'prj_*/queue', 'prj_*/closed-books'],
      UpdateItem: ['prj_*/closed-books'],
      Query: ['prj_*/ledger', 'prj_*/usage', 'org_*/balance', 'org_*/ledger', 'org_*/projects'],
    }),
    'dynamodb:Query Table/index/listed organizations',
    'dynamodb:Query Table/index/listed org_*/all-projects',
  ],
  'workers/erase-projects.ts': [
    ...ending,
    ...cleanUp,
    ...erasing,
    ...items({
      GetItem: ['prj_*/webhooks', 'prj_*/webhook-members', 'prj_*/rts_*'],
      UpdateItem: [`prj_${anyId}`, 'prj_*/webhooks', 'prj_*/webhook-members', 'org_*/webhooks'],
    }),
    'dynamodb:Query Table/index/due projects-*',
    'dynamodb:Query Table/index/listed prj_*',
    'dynamodb:Query Table/index/listed prj_*/realtime',
  ],
  'workers/sweep.ts': [
    ...ending,
    ...noForgery,
    ...noSpending,
    ...cleanUp,
    ...erasing,
    'dynamodb:Query Table prj_*/parts-of-ofq_*',
    'dynamodb:Query Table/index/due due-*',
    'sqs:SendMessage ChunkQueue',
    'sqs:SendMessage FetchQueue',
    'sqs:SendMessage FinishQueue',
    'sqs:SendMessage SplitQueue',
  ],
};
