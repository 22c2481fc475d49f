import * as z from 'zod';
import { contract, createContract, empty, json } from '#lib/platform/http/contract.ts';
import { exampleId, none, pathId } from '#lib/platform/http/parameters.ts';
import { NewFile } from './create-file.ts';
import { FilePage, FileView } from './file-view.ts';
import { ListFilesQuery } from './list-files.ts';

const FileParams = z.object({ file_id: pathId('file', 'The id of the file.') });

const file: FileView = {
  id: exampleId('file'),
  mode: 'live',
  name: 'call.mp3',
  content_type: 'audio/mpeg',
  size_bytes: 1_204_113,
  client_reference_id: 'call-42',
  metadata: {},
  created_at: '2026-11-20T10:00:00.000Z',
  expires_at: '2026-11-21T09:59:12.340Z',
};

export const createFile = createContract({
  operationId: 'createFile',
  tag: 'Files',
  summary: 'Register a file',
  description:
    'Turns an upload into a file, which consumes the upload. Until the file expires, any number of transcriptions can use it by `file_id`. None of them deletes it.',
  params: none,
  query: none,
  body: { schema: NewFile, example: { upload_id: exampleId('upl'), name: 'call.mp3' } },
  success: json(201, FileView, file),
  location: ({ id }) => `/v1/files/${id}`,
  errors: ['not_found', 'upload_incomplete', 'upload_already_consumed', 'upload_expired'],
});

export const getFile = contract({
  operationId: 'getFile',
  tag: 'Files',
  summary: 'Get a file',
  description: 'Reads a usable file.',
  params: FileParams,
  query: none,
  success: json(200, FileView, file),
  errors: ['not_found', 'expired'],
});

export const listFiles = contract({
  operationId: 'listFiles',
  tag: 'Files',
  summary: 'List files',
  description: "Your project's usable files, newest first. Repeat with `next_cursor` until it is null.",
  params: none,
  query: ListFilesQuery,
  success: json(200, FilePage, { data: [file], has_more: false, next_cursor: null }),
  errors: [],
});

export const deleteFile = contract({
  operationId: 'deleteFile',
  tag: 'Files',
  summary: 'Delete a file',
  description:
    'Erases the audio, the name and the metadata. Jobs that have already read it continue; others fail. Deleting again has no effect and gets the same response.',
  params: FileParams,
  query: none,
  success: empty,
  errors: ['not_found'],
});
