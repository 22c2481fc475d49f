import { authenticator } from '#lib/domain/auth/authenticate.ts';
import { openBucket } from '#lib/platform/aws/bucket.ts';
import { dynamodb, s3, sqs } from '#lib/platform/aws/clients.ts';
import { openQueue } from '#lib/platform/aws/queue.ts';
import { openTable } from '#lib/platform/aws/table.ts';
import { holdFor } from '#lib/domain/billing/hold.ts';
import { count, readConfig, text, yesOrNo } from '#lib/platform/config.ts';
import { speechModel } from '#lib/speech/engines/models.ts';
import { findFile } from '#lib/domain/files/store.ts';
import { createEndpoint } from '#lib/platform/http/endpoint.ts';
import { idFor } from '#lib/platform/http/idempotency-key.ts';
import { limitsVariable } from '#lib/platform/limits/limits.ts';
import { allowListVariables, readAllowList } from '#lib/platform/net/allow-list.ts';
import * as contracts from '#lib/domain/transcriptions/contracts.ts';
import { createTranscription } from '#lib/domain/transcriptions/create-transcription.ts';
import type { FetchMessage } from '#lib/domain/transcriptions/messages.ts';
import { dynamoTranscriptionStore } from '#lib/domain/transcriptions/store.dynamodb.ts';
import type { JobRef } from '#lib/domain/transcriptions/transcription.ts';
import { withModelPairs } from '#lib/speech/translation/language-pairs.ts';
import { languagePairsOf, TranslatorName } from '#lib/speech/translation/translators.ts';
import { uploadRecorder } from '#lib/domain/uploads/record-upload.ts';
import { findUpload } from '#lib/domain/uploads/store.ts';

const config = readConfig({
  TABLE_NAME: text,
  AUDIO_BUCKET: text,
  FETCH_QUEUE_URL: text,
  SPLIT_QUEUE_URL: text,
  RESULT_RETENTION_DAYS: count,
  SPEECH_MODEL: speechModel,
  TRANSLATOR: TranslatorName,
  PREPAID: yesOrNo,
  ...allowListVariables,
  LIMITS: limitsVariable,
});
const now = () => new Date();
export const table = openTable(dynamodb(), config.TABLE_NAME);
const queues = sqs();
export const deps = {
  store: dynamoTranscriptionStore(table, config.LIMITS),
  recordUpload: uploadRecorder({ table, bucket: openBucket(s3(), config.AUDIO_BUCKET), now }),
  sendFetch: openQueue<FetchMessage>(queues, config.FETCH_QUEUE_URL),
  sendSplit: openQueue<JobRef>(queues, config.SPLIT_QUEUE_URL),
  allow: readAllowList(config),
  languages: config.SPEECH_MODEL.languages,
  translation: withModelPairs(config.SPEECH_MODEL, languagePairsOf(config.TRANSLATOR)),
  holdFor: holdFor({
    prepaid: config.PREPAID,
    findUpload: (tenant, id) => findUpload(table, { tenant, id }),
    findFile: (tenant, id) => findFile(table, { tenant, id }),
  }),
  now,
  retentionDays: config.RESULT_RETENTION_DAYS,
};

export const handler = createEndpoint(
  { authenticate: authenticator(table, config.LIMITS), contract: contracts.createTranscription },
  async ({ caller, route, ...input }) => {
    const newId = () => idFor('ofq', { owner: caller.tenant, route, key: input.idempotencyKey });
    return createTranscription({ ...deps, newId }, caller, input);
  },
);
