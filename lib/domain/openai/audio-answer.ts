import * as z from 'zod';
import type { Success } from '#lib/platform/http/contract.ts';
import { reply, type TextFile } from '#lib/platform/http/reply.ts';
import { AudioTranscript } from './audio-schemas.ts';

/** The text of the job `id`, as JSON or in one of the formats of text. */
export type AudioAnswer = { readonly id: string } & (
  | { readonly json: AudioTranscript }
  | { readonly file: TextFile }
);

/** Names the job, where the body cannot. */
const idHeader = 'x-transcription-id';

const text = (example: string) => ({ schema: z.string(), example });

/** The answer in the media type of its `response_format`. */
export const audioAnswer: Success<AudioAnswer> = {
  status: 200,
  content: {
    'application/json': {
      schema: AudioTranscript,
      example: {
        text: 'Hello there.',
        usage: { type: 'duration', seconds: 61.24 },
        transcription_id: 'ofq_4zq2gd7vnb5wyhrx3kmt6pjsce',
      },
    },
    'text/plain': text('Hello there.\n'),
    'application/x-subrip': text('1\n00:00:00,120 --> 00:00:01,480\nHello there.\n'),
    'text/vtt': text('WEBVTT\n\n00:00:00.120 --> 00:00:01.480\nHello there.\n'),
  },
  toReply: (answer) => {
    const headers = { [idHeader]: answer.id };
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
