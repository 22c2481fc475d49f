import { authorize, secretOf } from '../access.ts';
import type { Call, Reply } from '../call.ts';
import { discard, type Draft, writeDraft } from '../drafts.ts';
import { S3Error } from '../errors.ts';
import { objectHeaders } from '../object-headers.ts';
import { requireLength } from '../payload.ts';
import { type Fields, type PostForm, readForm } from '../post-form.ts';
import { checkPolicy, parsePolicy, type SizeRange } from '../post-policy.ts';
import { algorithm, encodePath, parseAmzDate, parseScope, sameSignature, sign } from '../signature.ts';
import { checkKeyLength } from '../target.ts';
import { toXml } from '../xml.ts';
import { storeObject } from './store-object.ts';

/**
 * The upload by a browser form that a policy signs for. All checks but that of the size come before the file is read.
 * Only the form's own Content-Type field counts, not the type of the file's part.
 */
export const postObject = async (call: Call): Promise<Reply> => {
  requireLength(call.request);
  const form = await readForm(call.request);
  try {
    const key = keyOf(form);
    const range = checkForm(call, form.fields, key);
    const draft = await receive(call, form, range);
    const headers = objectHeaders(form.fields);
    await storeObject(call, draft, { key, eTag: draft.md5, headers, eventName: 'ObjectCreated:Post' });
    return created(call, key, { eTag: draft.md5, status: form.fields.get('success_action_status') });
  } finally {
    form.stop();
  }
};

const keyOf = ({ fields, fileName }: PostForm): string => {
  const key = required(fields, 'key').replaceAll('${filename}', fileName);
  if (key === '')
    throw new S3Error('InvalidArgument', 'A key must have at least one character.', { ArgumentName: 'key' });
  checkKeyLength(key);
  return key;
};

const checkForm = (call: Call, fields: Fields, key: string): SizeRange => {
  const policy = fields.get('policy');
  if (policy === undefined)
    throw new S3Error('AccessDenied', 'The form has no policy, and the bucket is private.');
  const caller = signerOf(call, fields, policy);
  // S3 fills in the file name before it looks at the conditions.
  const filled = new Map(fields).set('key', key);
  const range = checkPolicy(parsePolicy(policy), { fields: filled, bucket: call.bucket.name }, call.now());
  authorize({ ...call, caller }, 's3:PutObject', key);
  return range;
};

const signerOf = ({ access }: Call, fields: Fields, policy: string): string => {
  const signature = required(fields, 'x-amz-signature');
  const scope = parseScope(required(fields, 'x-amz-credential'));
  const date = required(fields, 'x-amz-date');
  if (required(fields, 'x-amz-algorithm') !== algorithm) {
    throw new S3Error('InvalidArgument', `X-Amz-Algorithm must be ${algorithm}.`);
  }
  if (scope === undefined || parseAmzDate(date) === undefined || !date.startsWith(scope.day)) {
    throw new S3Error('InvalidArgument', 'X-Amz-Credential or X-Amz-Date is malformed.');
  }
  const secret = secretOf(access, scope.accessKeyId, fields.get('x-amz-security-token'));
  if (sameSignature(sign(secret, scope, policy), signature)) return scope.accessKeyId;
  throw new S3Error('SignatureDoesNotMatch', 'The signature is not the one calculated for this policy.', {
    StringToSign: policy,
  });
};

const required = (fields: Fields, name: string): string => {
  const value = fields.get(name);
  if (value !== undefined) return value;
  throw new S3Error(
    'InvalidArgument',
    `The form must have a field named '${name}', and have it before the file.`,
    {
      ArgumentName: name,
    },
  );
};

const receive = async ({ draftsDir }: Call, form: PostForm, range: SizeRange): Promise<Draft> => {
  const draft = await writeDraft(draftsDir, within(range, form.content));
  try {
    await form.rest;
  } catch (error) {
    await discard(draft);
    throw error;
  }
  return draft;
};

async function* within({ min, max }: SizeRange, content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of content) {
    size += chunk.length;
    if (size > max) {
      throw new S3Error('EntityTooLarge', 'Your proposed upload exceeds the maximum allowed size', {
        ProposedSize: size,
        MaxSizeAllowed: max,
      });
    }
    yield chunk;
  }
  if (size >= min) return;
  throw new S3Error('EntityTooSmall', 'Your proposed upload is smaller than the minimum allowed size', {
    ProposedSize: size,
    MinSizeAllowed: min,
  });
}

const created = (
  call: Call,
  key: string,
  { eTag, status }: { eTag: string; status: string | undefined },
): Reply => {
  const location = `http://${call.request.headers.host}/${encodePath(`${call.bucket.name}/${key}`)}`;
  const headers = { etag: `"${eTag}"`, location };
  if (status === '200') return { status: 200, headers };
  if (status !== '201') return { status: 204, headers };
  const result = { Location: location, Bucket: call.bucket.name, Key: key, ETag: `"${eTag}"` };
  return { status: 201, headers, body: toXml('PostResponse', result) };
};
