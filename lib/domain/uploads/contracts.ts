import { createContract, json } from '#lib/platform/http/contract.ts';
import { exampleId, none } from '#lib/platform/http/parameters.ts';
import { UploadGrant } from './grant.ts';
import { NewUpload } from './new-upload.ts';

export const createUpload = createContract({
  operationId: 'createUpload',
  tag: 'Uploads',
  summary: 'Ask for an upload grant',
  description: [
    'Signs a policy with which a browser or a server POSTs one audio file straight to the object store, without an API key:',
    'a multipart form with every entry of `upload_fields`, then the field `file`, to `upload_url`. The store answers 201.',
    'Then queue a transcription with the `id` as `upload_id`; the file is kept for a day.',
    '',
    'A file whose size was stated must have exactly that size. A replay is the same grant, signed anew, with its first expiry;',
    'once that is over it is answered `upload_expired`.',
  ].join('\n'),
  params: none,
  query: none,
  body: {
    schema: NewUpload,
    example: { content_type: 'audio/mpeg', size_bytes: 1_204_113, filename: 'call.mp3' },
  },
  success: json(201, UploadGrant, {
    id: exampleId('upl'),
    mode: 'live',
    upload_url: 'https://audio.s3.eu-west-1.amazonaws.com/',
    upload_method: 'POST',
    upload_fields: {
      'Content-Type': 'audio/mpeg',
      success_action_status: '201',
      bucket: 'audio',
      key: `uploads/prj_x.live/${exampleId('upl')}`,
      Policy: 'eyJleHBpcmF0aW9uIjoi…',
      'X-Amz-Signature': '9c1f…',
    },
    expires_at: '2026-11-20T10:15:00.000Z',
    max_bytes: 1_204_113,
    content_type: 'audio/mpeg',
  }),
  errors: ['unsupported_audio_format', 'upload_expired'],
});
