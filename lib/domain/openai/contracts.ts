import { contract, createContract, json } from '#lib/platform/http/contract.ts';
import { formFileMax } from '#lib/platform/http/form-body.ts';
import { none } from '#lib/platform/http/parameters.ts';
import { type AudioAnswer, audioAnswer } from './audio-answer.ts';
import { ModelList } from './audio-schemas.ts';
import { NewAudioTranscription, NewAudioTranslation } from './new-audio-request.ts';

const waits = [
  'The request waits for its job for up to 22 seconds. If the job takes longer, the answer is `transcription_in_progress`. OpenAI’s clients',
  'then send the request again, unless its file is a stream of Node.js, and find the same job. Without an `Idempotency-Key`',
  'the same file with the same fields finds its job for an hour. The job is charged once and can be read at `/v1/transcriptions/{id}`; `X-Transcription-Id` has its id.',
  '',
  `The file may have up to ${formFileMax}. A form of more than about 4.7 MB does not pass the gateway, which answers 413 with`,
  '`{"message"}`. Send larger files with POST /v1/transcription-uploads.',
].join('\n');

const errors = [
  'unsupported_audio_format',
  'transcription_failed',
  'transcription_in_progress',
  'translation_not_supported',
  'insufficient_credits',
  'spend_limit_reached',
  'queue_limit_exceeded',
  'concurrency_limit_exceeded',
  'test_quota_exceeded',
  'expired',
] as const;

const location = ({ id }: AudioAnswer): string => `/v1/transcriptions/${id}`;

export const createAudioTranscription = createContract({
  operationId: 'createAudioTranscription',
  tag: 'OpenAI',
  summary: 'Transcribe a file at once',
  description: `Returns the text of a file, like OpenAI’s route of this name.\n\n${waits}`,
  params: none,
  query: none,
  body: {
    schema: NewAudioTranscription,
    mediaType: 'multipart/form-data',
    example: { file: '(bytes)', model: 'whisper-1', language: 'en' },
  },
  success: audioAnswer,
  location,
  errors,
});

export const createAudioTranslation = createContract({
  operationId: 'createAudioTranslation',
  tag: 'OpenAI',
  summary: 'Translate a file into English at once',
  description: `Returns the English text of a file, like OpenAI’s route of this name. The languages are those of GET /v1/capabilities.\n\n${waits}`,
  params: none,
  query: none,
  body: {
    schema: NewAudioTranslation,
    mediaType: 'multipart/form-data',
    example: { file: '(bytes)', model: 'whisper-1' },
  },
  success: audioAnswer,
  location,
  errors,
});

export const listModels = contract({
  operationId: 'listModels',
  tag: 'OpenAI',
  summary: 'List the models',
  description: 'The speech models of this deployment in the form in which OpenAI’s clients list them.',
  params: none,
  query: none,
  success: json(200, ModelList, {
    object: 'list',
    data: [
      { id: 'auto', object: 'model', created: 1_729_468_800, owned_by: 'earshot' },
      { id: 'moonshine-tiny', object: 'model', created: 1_729_468_800, owned_by: 'moonshine' },
    ],
  }),
  errors: [],
});
