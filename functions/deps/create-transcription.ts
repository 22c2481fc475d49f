import { holdFor } from '#lib/domain/billing/hold.ts';
import type { CreateDeps } from '#lib/domain/transcriptions/create-transcription.ts';
import { dynamoTranscriptionRepository } from '#lib/domain/transcriptions/transcription-repository.dynamodb.ts';
import type { Table } from '#lib/platform/aws/table.ts';
import { withModelPairs } from '#lib/speech/translation/language-pairs.ts';
import { languagePairsOf } from '#lib/speech/translation/translators.ts';
import { liveAudio } from './buckets.ts';
import { now } from './clock.ts';
import { liveAllowList } from './internet.ts';
import { liveFetchQueue, liveSplitQueue } from './queues.ts';
import { liveLimits, livePrepaid, liveRetentionDays } from './settings.ts';
import { liveSources } from './sources.ts';
import { liveSpeechOffer, liveTranslatorName } from './speech.ts';
import { liveUploadRecorder } from './uploads.ts';
import { liveJobUrlChecker } from './webhook-urls.ts';

/** Dependencies of `createTranscription`. */
export const liveCreateTranscription = (table: Table): Omit<CreateDeps, 'newId'> => {
  const offer = liveSpeechOffer();
  const recordUpload = liveUploadRecorder(table, liveAudio());
  return {
    store: dynamoTranscriptionRepository(table, liveLimits()),
    recordUpload,
    sendFetch: liveFetchQueue(),
    sendSplit: liveSplitQueue(),
    allow: liveAllowList(),
    checkWebhookUrl: liveJobUrlChecker(table),
    models: offer.models,
    translation: withModelPairs(offer, languagePairsOf(liveTranslatorName())),
    holdFor: holdFor({ prepaid: livePrepaid(), recordUpload, ...liveSources(table) }),
    now,
    retentionDays: liveRetentionDays(),
  };
};
