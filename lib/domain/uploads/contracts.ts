import { createContract, json } from '#lib/platform/http/contract.ts';
import { exampleId, none } from '#lib/platform/http/parameters.ts';
import { UploadGrant } from './grant.ts';
import { NewUpload } from './new-upload.ts';

export const createUpload = createContract({
  operationId: 'createUpload',
  tag: 'Uploads',
  summary: 'Create an upload grant',
  description: [
    'Signs a policy that lets a browser or server POST one audio file directly to the object store, without an API key:',
    'a multipart form with every entry of `upload_fields`, then the field `file`, to `upload_url`. The store responds with 201.',
    'Then create a transcription with the `id` as `upload_id`. The file is kept for a day.',
    '',
    'If `size_bytes` was sent, the file must have exactly that size. A replay returns the same grant, newly signed, with its',
    'first expiry. After that expiry a replay gets `upload_expired`, unless the file has arrived; then `status` says so, and the `id` can be used.',
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
    status: 'issued',
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
