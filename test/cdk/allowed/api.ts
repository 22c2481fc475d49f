import { byKey, cleanUp, ending, items } from './parts.ts';

/** What the verbs do that the API and the playground share, whoever admits the caller. */
const shared: Record<string, string[]> = {
  'transcription-uploads/create.ts': [...items({ PutItem: ['prj_*/upl_*'] }), 's3:PutObject Audio/uploads/*'],
  'transcriptions/create.ts': [
    ...items({
      ConditionCheckItem: ['prj_*/file_*', 'prj_*/quota'],
      GetItem: ['prj_*/ofq_*'],
      PutItem: ['prj_*/ofq_*'],
      UpdateItem: ['prj_*/upl_*', 'prj_*/queue', 'org_*/queue'],
    }),
    's3:GetObject Audio/uploads/*',
    's3:ListBucket Audio',
    'sqs:SendMessage FetchQueue',
    'sqs:SendMessage SplitQueue',
  ],
  'transcriptions/retry.ts': [
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
    ...items({ GetItem: ['prj_*/ofq_*'], UpdateItem: ['prj_*/waits'] }),
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

/** Of the functions in `folder` that answer for those verbs, by whom `admission` lets in. */
export const verbs = (folder: string, admission: readonly string[]) =>
  Object.fromEntries(
    Object.entries(shared).map(([file, grants]) => [`${folder}/${file}`, [...admission, ...grants]]),
  );

/** What each function of the API may do. */
export const apiGrants: Record<string, string[]> = {
  ...verbs('api', byKey),
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
};
