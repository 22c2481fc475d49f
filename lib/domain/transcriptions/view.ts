import { formatUsd, unitPriceUsdPerMinute } from '#lib/domain/money.ts';
import type { ListedTranscription } from './listed-transcription.ts';
import { inSpokenOrder, type Result } from './result.ts';
import { billableMs, isTerminal, sourceKindOf, type Transcription } from './transcription.ts';
import type { TranscriptionSummary, TranscriptionView } from './view-schemas.ts';
import { docUrlOf } from '#lib/platform/http/error-catalogue.ts';
import { modeOf } from '#lib/platform/tenant.ts';

export type ViewOptions = {
  readonly words: boolean;
  /** How much of a running job's audio is recognized. */
  readonly processedMs: number;
};

const billingStatus = (job: ListedTranscription): TranscriptionView['billing']['status'] => {
  if (!isTerminal(job.status)) return 'pending';
  return job.billedMicroUsd ? 'charged' : 'not_charged';
};

const billing = (job: ListedTranscription): TranscriptionView['billing'] => {
  const status = billingStatus(job);
  return {
    status,
    billed_ms: status === 'pending' ? null : status === 'charged' ? billableMs(job) : 0,
    channels: job.channels,
    unit_price_usd_per_minute: unitPriceUsdPerMinute,
    amount_usd: status === 'pending' ? null : formatUsd(job.billedMicroUsd ?? 0),
  };
};

const progress = (job: Transcription, processedMs: number): TranscriptionView['progress'] => {
  const totalMs = job.audioMs === null ? null : billableMs(job);
  const share = totalMs ? processedMs / totalMs : 0;
  return {
    percent: job.status === 'completed' ? 100 : Math.min(99, Math.floor(100 * share)),
    processed_ms: job.status === 'completed' ? totalMs : processedMs,
    total_ms: totalMs,
  };
};

type Segment = Result['segments'][number];

type SpokenWord = Segment['words'][number] & Pick<Segment, 'channel'>;

const wordsOf = ({ channel, words }: Segment): SpokenWord[] => words.map((word) => ({ ...word, channel }));

const viewWord = ({ channel, text, startMs, endMs, confidence }: SpokenWord) => ({
  channel,
  text,
  start_ms: startMs,
  end_ms: endMs,
  confidence,
});

/** The words of a segment as the API shows them. */
export const viewSegmentWords = (segment: Segment) => wordsOf(segment).map(viewWord);

/** A segment as the API shows it, without its words. */
export const viewSegment = (segment: Segment, id: number) => ({
  id,
  channel: segment.channel,
  start_ms: segment.startMs,
  end_ms: segment.endMs,
  text: segment.text,
  confidence: segment.confidence,
  language: segment.language,
  language_confidence: segment.languageConfidence,
  model: segment.model,
  translated_text: segment.translatedText,
});

/** Null if the speech model has no word times; an empty list would mean silence. */
const viewWords = ({ segments }: Result) => {
  const isUntimed = segments.some(({ text, words }) => text !== '' && words.length === 0);
  return isUntimed ? null : inSpokenOrder(segments.flatMap(wordsOf)).map(viewWord);
};

const viewResult = (result: Result | undefined, options: ViewOptions) => ({
  transcript: result?.transcript ?? null,
  translated_text: result?.translatedText ?? null,
  language_confidence: result?.languageConfidence ?? null,
  detected_languages: result?.detectedLanguages ?? null,
  models: result?.models ?? null,
  segments: result?.segments.map(viewSegment) ?? null,
  speech_ms: result?.speechMs ?? null,
  unrecognized_ms: result?.unrecognizedMs ?? null,
  ...(options.words && {
    words: result ? viewWords(result) : null,
  }),
});

/** Does not show a deletion time for a registered file, because the file outlives the job. */
const sourceOf = (job: ListedTranscription): TranscriptionSummary['source'] => {
  const kind = sourceKindOf(job);
  return {
    kind,
    upload_id: kind === 'upload' ? job.uploadId : null,
    file_id: job.fileId,
    realtime_session_id: kind === 'realtime' ? job.uploadId : null,
    deleted_at: kind === 'file' ? null : job.sourceDeletedAt,
  };
};

const requestOf = (job: Transcription): TranscriptionView['request'] => {
  if (job.deletedAt !== null || sourceKindOf(job) === 'realtime') return null;
  const { filename, model, translation, multichannel, formatting, redact } = job.request;
  return {
    filename,
    model,
    translation,
    multichannel,
    formatting,
    redact,
    language_hints: job.request.languageHints,
    webhook_url: job.request.webhookUrl,
  };
};

/** A job as a list shows it: without its text. */
export const viewListed = (job: ListedTranscription): TranscriptionSummary => ({
  id: job.id,
  mode: modeOf(job.tenant),
  status: job.status,
  created_at: job.createdAt,
  started_at: job.startedAt,
  completed_at: job.completedAt,
  deleted_at: job.deletedAt,
  expires_at: job.expiresAt,
  detected_language: job.detectedLanguage,
  audio_ms: job.audioMs,
  channels: job.channels,
  billing: billing(job),
  error: job.error && {
    ...job.error,
    doc_url: docUrlOf(`job-${job.error.type}`),
    request_id: job.requestId,
  },
  client_reference_id: job.name,
  source: sourceOf(job),
});

/** A job as the API shows it. Unknown values are null, never absent; `words` only on request. */
export const viewTranscription = (
  job: Transcription,
  result: Result | undefined,
  options: ViewOptions,
): TranscriptionView => ({
  ...viewListed(job),
  metadata: job.request.metadata,
  request: requestOf(job),
  retried_as: job.retriedAs,
  progress: progress(job, options.processedMs),
  ...viewResult(result, options),
});
