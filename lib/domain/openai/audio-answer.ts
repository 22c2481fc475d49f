import type { Success } from '#lib/platform/http/contract.ts';
import { reply, type TextFile } from '#lib/platform/http/reply.ts';
import { AudioTranscript } from './audio-schemas.ts';

/** The text of the job `id`, as JSON or in one of the text formats. */
export type AudioAnswer = { readonly id: string } & (
  | { readonly json: AudioTranscript }
  | { readonly file: TextFile }
);

/** The answer in the media type of its `response_format`. */
export const audioAnswer: Success<AudioAnswer> = {
  status: 200,
  headers: ['X-Transcription-Id'],
  content: {
    'application/json': {
      schema: AudioTranscript,
      example: {
        text: 'Hello there.',
        usage: { type: 'duration', seconds: 61.24 },
        transcription_id: 'ofq_4zq2gd7vnb5wyhrx3kmt6pjsce',
      },
    },
    'text/plain': { example: 'Hello there.\n' },
    'application/x-subrip': { example: '1\n00:00:00,120 --> 00:00:01,480\nHello there.\n' },
    'text/vtt': { example: 'WEBVTT\n\n00:00:00.120 --> 00:00:01.480\nHello there.\n' },
  },
  toReply: (answer) => {
    const headers = { 'x-transcription-id': answer.id };
    if ('json' in answer) return reply(200, answer.json, headers);
    const { contentType, body } = answer.file;
    return {
      statusCode: 200,
      headers: {
        'content-type': contentType,
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        ...headers,
      },
      body,
    };
  },
};
