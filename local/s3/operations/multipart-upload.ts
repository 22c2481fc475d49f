import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { authorize } from '../access.ts';
import type { Reply, SignedCall } from '../call.ts';
import { discard, type Draft, writeDraft } from '../drafts.ts';
import { S3Error } from '../errors.ts';
import { objectHeaders } from '../object-headers.ts';
import { payload, textPayload } from '../payload.ts';
import { contentsOf, textOf, toXml } from '../xml.ts';
import { storeObject } from './store-object.ts';

const maxParts = 10_000;
const minPartBytes = 5 * 1024 ** 2;

type Upload = { bucket: string; key: string; headers: Record<string, string>; parts: Map<number, Draft> };

/** Unfinished uploads by id. They do not outlive the process, and neither do their parts. */
export type Uploads = Map<string, Upload>;

export const createUpload = async (call: SignedCall): Promise<Reply> => {
  const { key } = call.target;
  authorize(call, 's3:PutObject', key);
  const id = randomUUID();
  const headers = objectHeaders(Object.entries(call.request.headers));
  call.uploads.set(id, { bucket: call.bucket.name, key, headers, parts: new Map() });
  const result = { Bucket: call.bucket.name, Key: key, UploadId: id };
  return { status: 200, body: toXml('InitiateMultipartUploadResult', result) };
};

export const uploadPart = async (call: SignedCall): Promise<Reply> => {
  authorize(call, 's3:PutObject', call.target.key);
  findUpload(call);
  const number = Number(call.target.query.get('partNumber'));
  if (!Number.isInteger(number) || number < 1 || number > maxParts) {
    throw new S3Error(
      'InvalidArgument',
      `Part number must be an integer between 1 and ${maxParts}, inclusive`,
    );
  }
  const part = await writeDraft(call.draftsDir, payload(call.request));
  const { parts } = await uploadOrDiscard(call, part);
  const replaced = parts.get(number);
  parts.set(number, part);
  if (replaced !== undefined) await discard(replaced);
  return { status: 200, headers: { etag: `"${part.md5}"` } };
};

export const completeUpload = async (call: SignedCall): Promise<Reply> => {
  const { key } = call.target;
  authorize(call, 's3:PutObject', key);
  const body = await textPayload(call.request);
  const { id, upload } = findUpload(call);
  const parts = chosenParts(body, upload.parts);
  const draft = await writeDraft(call.draftsDir, joined(parts));
  const md5s = Buffer.concat(parts.map((part) => Buffer.from(part.md5, 'hex')));
  const eTag = `${createHash('md5').update(md5s).digest('hex')}-${parts.length}`;
  const eventName = 'ObjectCreated:CompleteMultipartUpload';
  await storeObject(call, draft, { key, eTag, headers: upload.headers, eventName });
  await forget(call, id, upload);
  const result = { Bucket: call.bucket.name, Key: key, ETag: `"${eTag}"` };
  return { status: 200, body: toXml('CompleteMultipartUploadResult', result) };
};

export const abortUpload = async (call: SignedCall): Promise<Reply> => {
  authorize(call, 's3:AbortMultipartUpload', call.target.key);
  const { id, upload } = findUpload(call);
  await forget(call, id, upload);
  return { status: 204 };
};

const findUpload = ({ target, bucket, uploads }: SignedCall): { id: string; upload: Upload } => {
  const id = target.query.get('uploadId') ?? '';
  const upload = uploads.get(id);
  if (upload?.bucket === bucket.name && upload.key === target.key) return { id, upload };
  throw new S3Error(
    'NoSuchUpload',
    'The specified upload does not exist. It may have been aborted or completed.',
  );
};

// The upload may have ended while its part arrived.
const uploadOrDiscard = async (call: SignedCall, part: Draft): Promise<Upload> => {
  try {
    return findUpload(call).upload;
  } catch (error) {
    await discard(part);
    throw error;
  }
};

const forget = async ({ uploads }: SignedCall, id: string, upload: Upload): Promise<void> => {
  uploads.delete(id);
  await Promise.all([...upload.parts.values()].map(discard));
};

const chosenParts = (body: string, parts: ReadonlyMap<number, Draft>): Draft[] => {
  const asked = contentsOf(body, 'Part').map((part) => ({
    number: Number(textOf(part, 'PartNumber')),
    eTag: textOf(part, 'ETag')?.replaceAll('"', ''),
  }));
  if (asked.length === 0)
    throw new S3Error('MalformedXML', 'The body must be a CompleteMultipartUpload with parts.');
  return asked.map(({ number, eTag }, index) => {
    const part = parts.get(number);
    if (number <= (asked[index - 1]?.number ?? 0)) {
      throw new S3Error('InvalidPartOrder', 'The list of parts was not in ascending order.');
    }
    if (part === undefined || part.md5 !== eTag) {
      throw new S3Error('InvalidPart', 'A part was not uploaded, or not with that ETag.', {
        PartNumber: number,
      });
    }
    if (part.size < minPartBytes && index < asked.length - 1) {
      throw new S3Error('EntityTooSmall', 'Every part but the last has a minimum size.', {
        MinSizeAllowed: minPartBytes,
      });
    }
    return part;
  });
};

async function* joined(parts: readonly Draft[]): AsyncGenerator<Buffer> {
  for (const part of parts) yield* createReadStream(part.path);
}
