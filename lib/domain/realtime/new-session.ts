import * as z from 'zod';
import { clientReferenceId, metadata } from '#lib/domain/labels.ts';
import { formattingField } from '#lib/domain/transcriptions/formatting.ts';
import {
  contextField,
  customVocabulary,
  languageHints,
  modelField,
  translationField,
  webhookUrlField,
} from '#lib/domain/transcriptions/new-transcription.ts';
import { secondMs } from '#lib/platform/durations.ts';
import { wholeBetween } from '#lib/platform/http/parameters.ts';
import { redactionKinds } from '#lib/speech/text/redaction/redact.ts';
import { sampleRatesHz, type SessionAudio, type SessionOptions } from './session.ts';

const maxSessionSeconds = 18_000;

const rate = `Send one of ${sampleRatesHz.join(', ')}.`;
const one = 'Send 1 or 2.';

const RealtimeAudio = z
  .strictObject({
    format: z.enum(['pcm_s16le', 'webm_opus'], 'Send pcm_s16le or webm_opus.').meta({
      description:
        '`pcm_s16le` is interleaved 16-bit samples, little endian. `webm_opus` is WebM with one track of Opus, as the MediaRecorder of browsers makes it.',
    }),
    sample_rate_hz: z
      .literal([...sampleRatesHz], rate)
      .optional()
      .meta({ type: 'integer', description: 'Required with `pcm_s16le`. WebM says it by itself.' }),
    channels: z
      .literal([1, 2], one)
      .optional()
      .meta({ type: 'integer', description: 'Required with `pcm_s16le`. Two channels are mixed.' }),
  })
  .transform(({ format, sample_rate_hz: sampleRateHz, channels }, context): SessionAudio => {
    if (format === 'webm_opus')
      return { format, sampleRateHz: sampleRateHz ?? null, channels: channels ?? null };
    if (sampleRateHz !== undefined && channels !== undefined) return { format, sampleRateHz, channels };
    const missing = (field: string, message: string): void =>
      context.addIssue({ code: 'custom', params: { rule: 'required' }, message, path: [field] });
    if (sampleRateHz === undefined) missing('sample_rate_hz', rate);
    if (channels === undefined) missing('channels', one);
    return z.NEVER;
  })
  .meta({
    id: 'RealtimeAudio',
    description: 'What the bytes of the stream are.',
  });

const noRedaction = 'The text of sessions cannot be redacted. Leave it out, or transcribe a recording.';

const fewOrigins = 'Send a list of at most 10 origins.';
const anOrigin = 'Send an origin such as https://app.example, without a path.';
const origin = z
  .string(anOrigin)
  .max(200, anOrigin)
  .refine((text) => URL.canParse(text) && new URL(text).origin === text, {
    params: { rule: 'origin' },
    message: anOrigin,
  })
  .meta({ pattern: '^[a-z]+://[^/?#@\\s]+$', examples: ['https://app.example'] });

/** Body of POST /v1/realtime/sessions, with the bounds of the public contract. */
export const NewSession = z
  .strictObject({
    audio: RealtimeAudio,
    model: modelField,
    language_hints: languageHints,
    translation: translationField,
    formatting: formattingField,
    redact: z.array(z.enum(redactionKinds), noRedaction).max(0, noRedaction).prefault([]).meta({
      description:
        'Not yet possible in sessions, because a number may be spoken over several texts, and the first of them are sent at once. Transcribe a recording instead.',
    }),
    context: contextField,
    custom_vocabulary: customVocabulary,
    endpointing: z
      .strictObject({
        silence_ms: wholeBetween(200, 3_000).nullable().meta({
          description:
            'Silence that ends a segment; 500 without `endpointing`. With null, a segment ends only by `finalize`, or after ten seconds of silence or of speech.',
        }),
      })
      .meta({ id: 'NewEndpointing' })
      .default({ silence_ms: 500 }),
    partials: z.boolean('Send true or false.').default(true).meta({
      description: 'Whether to send the text of a segment that is still being spoken.',
    }),
    words: z.boolean('Send true or false.').default(false).meta({
      description: 'Whether final segments have the times of their words.',
    }),
    client_secret_ttl_seconds: wholeBetween(10, 600)
      .default(60)
      .meta({ description: 'For how long the secret opens the first connection.' }),
    max_session_seconds: wholeBetween(10, maxSessionSeconds)
      .default(3_600)
      .meta({ description: 'The longest audio of the session.' }),
    allowed_origins: z.array(origin, fewOrigins).max(10, fewOrigins).default([]).meta({
      description: 'Origins of the web pages that may connect; none allows all. Servers send no origin.',
    }),
    client_reference_id: clientReferenceId,
    metadata,
    webhook_url: webhookUrlField,
  })
  .meta({ id: 'NewRealtimeSession', description: 'A realtime session to create.' });
export type NewSession = z.infer<typeof NewSession>;
/** The body as it is sent. */
export type NewSessionRequest = z.input<typeof NewSession>;

export const optionsOf = (body: NewSession): SessionOptions => ({
  model: body.model,
  audio: body.audio,
  languageHints: body.language_hints,
  translation: body.translation,
  formatting: body.formatting,
  context: body.context,
  customVocabulary: body.custom_vocabulary,
  silenceMs: body.endpointing.silence_ms,
  partials: body.partials,
  words: body.words,
  maxSessionMs: body.max_session_seconds * secondMs,
  allowedOrigins: body.allowed_origins,
  clientReferenceId: body.client_reference_id,
  metadata: body.metadata,
  webhookUrl: body.webhook_url,
});
