import * as z from 'zod';
import { duplicateKey } from '#lib/platform/http/duplicate-key.ts';
import { formFileMax } from '#lib/platform/http/form-body.ts';
import { clientReferenceId, metadata } from '#lib/domain/labels.ts';
import {
  contextField,
  customVocabulary,
  languageField,
  languageHints,
} from '#lib/domain/transcriptions/new-transcription.ts';
import { ModelChoice } from '#lib/speech/engines/choose-models.ts';

const responseFormats = ['json', 'text', 'srt', 'verbose_json', 'vtt'] as const;

const theirs = ['whisper-1', 'gpt-transcribe', 'gpt-4o-transcribe', 'gpt-4o-mini-transcribe'] as const;

/** Names with a date are versions of the same model. */
const undated = (sent: unknown): unknown =>
  typeof sent === 'string' ? sent.replace(/-\d{4}-\d\d-\d\d$/, '') : sent;

const aModel = `Send auto, a model that GET /v1/models lists, or one of OpenAI's names ${theirs.join(', ')}, which mean auto here.`;
const model = z
  .preprocess(undated, z.enum([...ModelChoice.options, ...theirs], aModel))
  .transform((name) => ModelChoice.catch('auto').parse(name))
  .prefault('auto')
  .meta({ description: aModel });

const onlyZero = 'Send 0, or leave it out: texts are decoded without chance here.';
const notStreamed = 'Send false, or leave it out: the answer comes whole. Realtime sessions stream.';

/** Options of OpenAI that have no effect here. Their other values are refused, not ignored. */
const withoutEffect = {
  temperature: z
    .preprocess((sent) => (sent !== '' && Number(sent) === 0 ? '0' : sent), z.literal('0', onlyZero))
    .optional()
    .meta({ description: 'Only 0: texts are decoded without randomness.' }),
  stream: z.literal('false', notStreamed).optional().meta({ description: 'Only false.' }),
  chunking_strategy: z
    .literal('auto', 'Send auto, or leave it out: recordings are always cut at pauses.')
    .optional()
    .meta({ description: 'Only auto.' }),
};

/** An empty text in a form means that the field has no value. */
const emptyAsNone = (sent: unknown): unknown => (sent === '' ? undefined : sent);

/** A form cannot express null: a field without a value is left out. */
const inForm = <Field extends z.ZodType>(field: z.ZodDefault<z.ZodNullable<Field>>) =>
  field.unwrap().unwrap().optional().meta({ description: field.description });

/** A list with one entry looks like a text. */
const listed = (sent: unknown): unknown => (typeof sent === 'string' ? [sent] : sent);

/** An object in a form is JSON by the OpenAPI Specification, unless its keys came as fields. */
const fromJson = (sent: unknown): unknown => {
  if (typeof sent !== 'string') return sent;
  try {
    const value: unknown = JSON.parse(sent);
    return duplicateKey(sent) ? sent : value;
  } catch {
    return sent;
  }
};

const fields = {
  file: z
    .file('Send the recording as one file.')
    .meta({ description: `The recording: at most ${formFileMax}.` }),
  model,
  prompt: z
    .preprocess(emptyAsNone, inForm(contextField))
    .meta({ description: 'What the recording is about: the `context` of a job.' }),
  response_format: z.enum(responseFormats).default('json'),
  ...withoutEffect,
  client_reference_id: inForm(clientReferenceId),
  metadata: z.preprocess(fromJson, metadata),
};

const granularities = z.array(z.enum(['word', 'segment'])).default(['segment']);

/** Form of POST /v1/audio/transcriptions: OpenAI's fields, and the labels of a job. */
export const NewAudioTranscription = z
  .strictObject({
    ...fields,
    language: z
      .preprocess(emptyAsNone, languageField.optional())
      .meta({ description: 'The language that is spoken, as a hint of the job.' }),
    languages: z
      .preprocess(listed, languageHints)
      .meta({ description: 'Languages that may be spoken: further hints of the job.' }),
    keywords: z
      .preprocess(listed, customVocabulary)
      .meta({ description: 'Terms that are probably spoken: the `custom_vocabulary` of a job.' }),
    timestamp_granularities: z.preprocess(listed, granularities).meta({
      description:
        'Which times `verbose_json` has. OpenAI’s clients name the field `timestamp_granularities[]`.',
    }),
  })
  .meta({ id: 'NewAudioTranscription', description: 'A recording to transcribe at once.' });

/** Form of POST /v1/audio/translations. */
export const NewAudioTranslation = z
  .strictObject(fields)
  .meta({ id: 'NewAudioTranslation', description: 'A recording to translate into English at once.' });

export type NewAudioTranscription = z.infer<typeof NewAudioTranscription>;
export type NewAudioTranslation = z.infer<typeof NewAudioTranslation>;
