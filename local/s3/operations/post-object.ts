import { authorize, secretOf } from '../access.ts';
import type { Call, Reply } from '../call.ts';
import { discard, type Draft, writeDraft } from '../drafts.ts';
import { S3Error } from '../errors.ts';
import { objectHeaders } from '../object-headers.ts';
import { requireLength } from '../payload.ts';
import { type Fields, type PostForm, readForm } from '../post-form.ts';
import { checkPolicy, parsePolicy, type SizeRange } from '../post-policy.ts';
import { algorithm, encodePath, parseScope, sameSignature, sign } from '../signature.ts';
import { checkedKey } from '../target.ts';
import { toXml } from '../xml.ts';
import { storeObject } from './store-object.ts';

/**
 * A browser's form upload with a signed policy. Everything except the size is checked before the file is read. The object's type is
 * the form's Content-Type field, never the type of the file's part.
 */
export const postObject = async (call: Call): Promise<Reply> => {
  requireLength(call.request);
  const form = await readForm(call.request);
  try {
    const key = keyOf(form);
    // S3 inserts the file name before it checks the conditions.
    const range = checkForm(call, new Map(form.fields).set('key', key), key);
    const draft = await receive(call, form, range);
    const headers = objectHeaders(form.fields);
    await storeObject(call, draft, { key, eTag: draft.md5, headers, eventName: 'ObjectCreated:Post' });
    return created(call, key, { eTag: draft.md5, status: form.fields.get('success_action_status') });
  } finally {
    form.stop();
  }
};

const keyOf = ({ fields, fileName }: PostForm): string => {
  const key = required(fields, 'key').replaceAll('${filename}', () => fileName);
  if (key === '') throw argument('key', 'The key must have at least one character.');
  return checkedKey(key);
};

const checkForm = (call: Call, fields: Fields, key: string): SizeRange => {
  const policy = fields.get('policy');
  if (policy === undefined)
    throw new S3Error('403 AccessDenied', 'The form has no policy, but the bucket is private.');
  const caller = signerOf(call, fields, policy);
  const range = checkPolicy(parsePolicy(policy), { fields, bucket: call.bucket.name }, call.now());
  authorize({ ...call, caller }, 's3:PutObject', key);
  return range;
};

const signerOf = ({ access }: Call, fields: Fields, policy: string): string => {
  const signature = required(fields, 'x-amz-signature');
  const scope = parseScope(required(fields, 'x-amz-credential'), required(fields, 'x-amz-date'));
  if (scope === undefined) throw argument('X-Amz-Credential', 'The credential or the date is malformed.');
  if (required(fields, 'x-amz-algorithm') !== algorithm)
    throw argument('X-Amz-Algorithm', `X-Amz-Algorithm must be ${algorithm}.`);
  const secret = secretOf(access, scope.accessKeyId, fields.get('x-amz-security-token'));
  if (sameSignature(sign(secret, scope, policy), signature)) return scope.accessKeyId;
  throw new S3Error('403 SignatureDoesNotMatch', 'The signature is not the one calculated for this policy.');
};

const required = (fields: Fields, name: string): string => {
  const value = fields.get(name);
  if (value !== undefined) return value;
  throw argument(name, `The form must have a field named '${name}' before the file.`);
};

const argument = (ArgumentName: string, message: string): S3Error =>
  new S3Error('400 InvalidArgument', message, { ArgumentName });

const receive = async ({ bucket }: Call, form: PostForm, range: SizeRange): Promise<Draft> => {
  const { bytesDir } = bucket.objects;
  const draft = await writeDraft(bytesDir, limitSize(range, form.file));
  try {
    await form.end;
    return draft;
  } catch (error) {
    await discard(bytesDir, draft.file);
    throw error;
  }
};

const limitSize = async function* (
  { min, max }: SizeRange,
  content: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of content) {
    size += chunk.length;
    if (size > max) {
      const limits = { ProposedSize: size, MaxSizeAllowed: max };
      throw new S3Error(
        '400 EntityTooLarge',
        'Your proposed upload exceeds the maximum allowed size',
        limits,
      );
    }
    yield chunk;
  }
  if (size >= min) return;
  const limits = { ProposedSize: size, MinSizeAllowed: min };
  throw new S3Error(
    '400 EntityTooSmall',
    'Your proposed upload is smaller than the minimum allowed size',
    limits,
  );
};

const created = (
  call: Call,
  Key: string,
  { eTag, status }: { readonly eTag: string; readonly status: string | undefined },
): Reply => {
  const Location = `http://${call.request.headers.host}/${encodePath(`${call.bucket.name}/${Key}`)}`;
  const headers = { etag: `"${eTag}"`, location: Location };
  if (status === '200') return { status: 200, headers };
  if (status !== '201') return { status: 204, headers };
  const result = { Location, Bucket: call.bucket.name, Key, ETag: `"${eTag}"` };
  return { status: 201, headers, body: toXml('PostResponse', result) };
};
