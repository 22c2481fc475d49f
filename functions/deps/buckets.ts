import { type Bucket, openBucket } from '#lib/platform/aws/bucket.ts';
import { s3, s3ForTransfers } from '#lib/platform/aws/clients.ts';
import { readConfig, textVariable } from '#lib/platform/config.ts';

const audioName = (): string => readConfig({ AUDIO_BUCKET: textVariable }).AUDIO_BUCKET;

/** The bucket with uploads, fetched audio and intermediate results. */
export const liveAudio = (): Bucket => openBucket(s3(), audioName());

/** The same bucket with longer timeouts, because transferring a whole recording may take minutes. */
export const liveAudioTransfers = (): Bucket => openBucket(s3ForTransfers(), audioName());

export const liveResults = (): Bucket =>
  openBucket(s3(), readConfig({ RESULTS_BUCKET: textVariable }).RESULTS_BUCKET);
