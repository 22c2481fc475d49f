import { SpeechModelName } from '#lib/speech/engines/models.ts';
import * as z from 'zod';
import { labelFields } from '#lib/domain/labels.ts';
import { jobFailureTypes } from '#lib/platform/errors.ts';
import { pageFields } from '#lib/platform/http/cursor.ts';
import { count, instant, languageTag, mode, usd } from '#lib/platform/http/fields.ts';
import { docUrl } from '#lib/platform/http/error-object.ts';
import { idPattern } from '#lib/platform/ids.ts';
import { unitPriceUsdPerMinute } from '#lib/domain/money.ts';
import { ModelChoice } from '#lib/speech/engines/choose-models.ts';
import { SpeechRequest, statuses } from './transcription.ts';

const id = z.string().regex(idPattern('ofq'));

export const QueuedTranscription = z
  .object({ id, status: z.literal('queued') })
  .meta({ id: 'QueuedTranscription', description: 'A job that was queued.' });
export type QueuedTranscription = z.infer<typeof QueuedTranscription>;

const confidence = z.number().min(0).max(1);
const languageConfidence = confidence.nullable();

const channel = count.nullable().meta({
  description: 'The channel in which it was spoken, from 0, of a job with `multichannel`; null for others.',
});

const Segment = z
  .object({
    id: count.meta({ description: 'Its index among the segments, from 0.' }),
    channel,
    start_ms: count,
    end_ms: count,
    text: z.string(),
    confidence: confidence.meta({
      description: 'How sure the speech model is of the text: the mean probability of its tokens.',
    }),
    language: languageTag.nullable(),
    language_confidence: languageConfidence.meta({
      description: 'The probability of `language`; null where it was given and not detected.',
    }),
    model: SpeechModelName.meta({ description: 'The speech model that wrote the text.' }),
    translated_text: z
      .string()
      .nullable()
      .meta({ description: 'Speech that is already in the target language is copied.' }),
  })
  .meta({ id: 'Segment', description: 'A stretch of speech between two pauses.' });

const Word = z
  .object({
    channel,
    text: z.string(),
    start_ms: count,
    end_ms: count,
    confidence,
  })
  .meta({ id: 'Word' });

const Billing = z
  .object({
    status: z.enum(['pending', 'charged', 'not_charged']),
    billed_ms: count.nullable().meta({ description: '`audio_ms` × `channels`, or 0 if it was not charged.' }),
    channels: count
      .nullable()
      .meta({ description: 'The channels that the price counts, each for the whole length.' }),
    unit_price_usd_per_minute: z.literal(unitPriceUsdPerMinute),
    amount_usd: usd.nullable(),
  })
  .meta({ id: 'Billing', description: 'The price of the job, which is known when it has ended.' });

const JobError = z
  .object({
    type: z.enum(jobFailureTypes),
    message: z.string(),
    retryable: z.boolean().meta({ description: 'Whether the same file may succeed next time.' }),
    doc_url: docUrl,
    details: z.record(z.string(), z.unknown()),
    request_id: z.string().meta({ description: 'The id of the request that queued the job.' }),
  })
  .meta({ id: 'JobError', description: 'Why a job failed.' });

const Progress = z
  .object({
    percent: z.int().min(0).max(100).meta({ description: '100 only when the job is completed.' }),
    processed_ms: count.nullable(),
    total_ms: count.nullable().meta({ description: '`audio_ms` × `channels`.' }),
  })
  .meta({ id: 'Progress' });

const summary = {
  id,
  mode,
  status: z.enum(statuses),
  created_at: instant,
  started_at: instant.nullable(),
  completed_at: instant
    .nullable()
    .meta({ description: 'When the job ended, as completed, failed or canceled.' }),
  deleted_at: instant
    .nullable()
    .meta({ description: 'When you deleted the job. Since then it has no text and no audio.' }),
  expires_at: instant.meta({ description: 'When the text is erased.' }),
  detected_language: languageTag.nullable().meta({ description: 'The language that is spoken most.' }),
  audio_ms: count.nullable().meta({ description: 'Length of the decoded audio.' }),
  channels: count.nullable().meta({
    description:
      'The number of channels that are transcribed: with `multichannel` those of the recording, else 1, for their mix.',
  }),
  billing: Billing,
  error: JobError.nullable(),
  client_reference_id: labelFields.client_reference_id,
  source: z.object({
    kind: z.enum(['upload', 'file', 'url', 'realtime']),
    upload_id: z.string().nullable(),
    file_id: z.string().nullable(),
    realtime_session_id: z.string().nullable(),
    deleted_at: instant.nullable().meta({
      description:
        'When the audio was erased or passed to a retry. A failed job keeps it for up to a day. Always null for a file.',
    }),
  }),
};

export const TranscriptionSummary = z
  .object(summary)
  .meta({ id: 'TranscriptionSummary', description: 'A job without its text.' });
export type TranscriptionSummary = z.infer<typeof TranscriptionSummary>;

export const TranscriptionPage = z.object(pageFields(TranscriptionSummary)).meta({
  id: 'TranscriptionPage',
  description: 'Jobs, newest first. A page may be short even when another follows.',
});
export type TranscriptionPage = z.infer<typeof TranscriptionPage>;

const text = {
  transcript: z.string().nullable(),
  translated_text: z.string().nullable().meta({
    description:
      'The translation of every segment, in spoken order; null for a job that was queued without one. A job that cannot be translated as a whole fails.',
  }),
  language_confidence: languageConfidence.meta({
    description:
      'The mean probability of `detected_language` over the speech in it; null where it was given.',
  }),
  detected_languages: z
    .array(z.object({ language: languageTag, share: z.number().min(0).max(1) }))
    .nullable()
    .meta({ description: 'The languages with their share of the spoken time, the most spoken first.' }),
};

/**
 * The options that the caller requested. `context` and `custom_vocabulary` are not shown, because they are erased
 * early.
 */
const JobRequest = z
  .object({
    filename: z.string().nullable(),
    model: ModelChoice,
    language_hints: z.array(languageTag),
    translation: z
      .object({
        type: z.enum(['one_way', 'two_way']),
        target_language: languageTag.optional(),
        language_a: languageTag.optional(),
        language_b: languageTag.optional(),
      })
      .nullable(),
    multichannel: z.boolean(),
    formatting: SpeechRequest.shape.formatting,
    redact: SpeechRequest.shape.redact,
    webhook_url: z.string().nullable(),
  })
  .meta({
    id: 'TranscriptionRequest',
    description:
      'The options that the job was queued with; null after the job was deleted, and for the text of a session.',
  });

/** A job as the API shows it. Unknown values are null, never absent; `words` only on request. */
export const TranscriptionView = z
  .object({
    ...summary,
    metadata: labelFields.metadata,
    request: JobRequest.nullable(),
    retried_as: id.nullable().meta({ description: 'The job that POST …/retry created from this one.' }),
    progress: Progress,
    ...text,
    models: z
      .array(SpeechModelName)
      .nullable()
      .meta({ description: 'The speech models that wrote the text, the one with the most speech first.' }),
    segments: z.array(Segment).nullable(),
    speech_ms: count
      .nullable()
      .meta({ description: 'How much of the audio sounds like speech, in all channels together.' }),
    unrecognized_ms: count.nullable().meta({
      description:
        'How much of that speech has no text, because it was not understood, or is in a language that this deployment does not transcribe.',
    }),
    words: z.array(Word).nullable().optional().meta({
      description:
        'Only with `include=words`; null where the speech model of this deployment gives no times of words.',
    }),
  })
  .meta({ id: 'Transcription', description: 'A job.' });
export type TranscriptionView = z.infer<typeof TranscriptionView>;

/** The text of a job as a file: each word with its segment. */
export const TranscriptJson = z
  .object({
    id,
    ...text,
    segments: z.array(Segment.extend({ words: z.array(Word) }).meta({ id: 'SegmentWithWords' })),
  })
  .meta({
    id: 'Transcript',
    description: 'The text with the times of all words, where the speech model gives them.',
  });
