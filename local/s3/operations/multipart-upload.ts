import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { authorize } from '../access.ts';
import type { Reply, SignedCall } from '../call.ts';
import { declaredChecksum } from '../checksums.ts';
import { discard, type Draft, writeDraft } from '../drafts.ts';
import { S3Error } from '../errors.ts';
import { objectHeaders } from '../object-headers.ts';
import { payload, textPayload } from '../payload.ts';
import type { Upload } from '../uploads.ts';
import { contentsOf, textOf, toXml } from '../xml.ts';
import { storeObject } from './store-object.ts';

const maxParts = 10_000;
const minPartBytes = 5 * 1024 ** 2;

export const createUpload = async (call: SignedCall): Promise<Reply> => {
  const { request, target, bucket, uploads } = call;
  authorize(call, 's3:PutObject', target.key);
  const id = randomUUID();
  const headers = objectHeaders(Object.entries(request.headers));
  uploads.set(id, { bucket: bucket.name, key: target.key, headers, parts: new Map() });
  const result = { Bucket: bucket.name, Key: target.key, UploadId: id };
  return { status: 200, body: toXml('InitiateMultipartUploadResult', result) };
};

export const uploadPart = async (call: SignedCall): Promise<Reply> => {
  authorize(call, 's3:PutObject', call.target.key);
  const { parts } = findUpload(call);
  const number = Number(call.target.query.get('partNumber'));
  if (!Number.isInteger(number) || number < 1 || number > maxParts) {
    throw new S3Error(
      '400 InvalidArgument',
      `Part number must be an integer between 1 and ${maxParts}, inclusive`,
    );
  }
  const part = await writeDraft(call.bucket.objects.bytesDir, payload(call.request));
  const replaced = parts.get(number);
  parts.set(number, part);
  if (replaced !== undefined) await discard(call.bucket.objects.bytesDir, replaced.file);
  return { status: 200, headers: { etag: `"${part.md5}"` } };
};

export const completeUpload = async (call: SignedCall): Promise<Reply> => {
  const { key } = call.target;
  authorize(call, 's3:PutObject', key);
  // This checksum is of the whole object, not of this body.
  if (declaredChecksum(call.request.headers))
    throw new S3Error('501 NotImplemented', 'Checksums of whole multipart uploads are not supported.');
  const body = await textPayload(call.request);
  const upload = findUpload(call);
  const parts = chosenParts(body, upload.parts);
  const draft = await writeDraft(call.bucket.objects.bytesDir, joined(call.bucket.objects.bytesDir, parts));
  const md5s = Buffer.from(parts.map(({ md5 }) => md5).join(''), 'hex');
  const eTag = `${createHash('md5').update(md5s).digest('hex')}-${parts.length}`;
  const eventName = 'ObjectCreated:CompleteMultipartUpload';
  await storeObject(call, draft, { key, eTag, headers: upload.headers, eventName });
  await removeUpload(call, upload);
  const result = { Bucket: call.bucket.name, Key: key, ETag: `"${eTag}"` };
  return { status: 200, body: toXml('CompleteMultipartUploadResult', result) };
};

export const abortUpload = async (call: SignedCall): Promise<Reply> => {
  authorize(call, 's3:AbortMultipartUpload', call.target.key);
  await removeUpload(call, findUpload(call));
  return { status: 204 };
};

const uploadId = ({ target }: SignedCall): string => target.query.get('uploadId') ?? '';

const findUpload = (call: SignedCall): Upload => {
  const upload = call.uploads.get(uploadId(call));
  if (upload?.bucket === call.bucket.name && upload.key === call.target.key) return upload;
  throw new S3Error(
    '404 NoSuchUpload',
    'The specified upload does not exist. It may have been aborted or completed.',
  );
};

const removeUpload = async (call: SignedCall, upload: Upload): Promise<void> => {
  call.uploads.delete(uploadId(call));
  await Promise.all(
    [...upload.parts.values()].map(({ file }) => discard(call.bucket.objects.bytesDir, file)),
  );
};

const chosenParts = (body: string, parts: ReadonlyMap<number, Draft>): Draft[] => {
  const requested = contentsOf(body, 'Part').map((part) => ({
    number: Number(textOf(part, 'PartNumber')),
    eTag: textOf(part, 'ETag')?.replaceAll('"', ''),
  }));
  if (requested.length === 0)
    throw new S3Error('400 MalformedXML', 'The body must name the parts of the upload.');
  if (requested.some(({ number }, index) => number <= (requested[index - 1]?.number ?? 0))) {
    throw new S3Error('400 InvalidPartOrder', 'The list of parts was not in ascending order.');
  }
  const chosen = requested.map(({ number, eTag }) => {
    const part = parts.get(number);
    if (part?.md5 === eTag && part !== undefined) return part;
    throw new S3Error('400 InvalidPart', 'A part was not uploaded, or its ETag does not match.', {
      PartNumber: number,
    });
  });
  if (chosen.slice(0, -1).every(({ size }) => size >= minPartBytes)) return chosen;
  throw new S3Error('400 EntityTooSmall', 'A part other than the last one is too small.', {
    MinSizeAllowed: minPartBytes,
  });
};

const joined = async function* (bytesDir: string, parts: readonly Draft[]): AsyncGenerator<Buffer> {
  for (const part of parts) yield* createReadStream(join(bytesDir, part.file));
};
