import { createHash } from 'node:crypto';
import { GetObjectCommand, HeadObjectCommand } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sign } from '#local/s3/signature.ts';
import { everything, formOf, outcome, owner, page, type Role, startWorld, type World } from './world.ts';

const uploader: Role = { ...owner, accessKeyId: 'UPLOADER', grants: ['s3:PutObject arn:aws:s3:::audio/uploads/'] };
const permanent: Role = { accessKeyId: 'PERMANENT', secretAccessKey: 'permanent-secret', grants: everything };

let world: World;
beforeAll(async () => {
  world = await startWorld({ roles: [owner, uploader, permanent] });
});
afterAll(() => world.stop());
beforeEach(() => {
  world.events.length = 0;
  world.clock.offsetMs = 0;
});

const post = (url: string, body: FormData, headers: Record<string, string> = {}) =>
  fetch(url, { method: 'POST', body, headers });

/** A form whose policy is written here, signed by the owner. */
const signedForm = (policy: unknown, extra: Record<string, string> = {}) => {
  const base64 = Buffer.from(typeof policy === 'string' ? policy : JSON.stringify(policy)).toString('base64');
  const scope = { accessKeyId: owner.accessKeyId, day: '20300102', region: 'eu-central-1' };
  return {
    key: 'uploads/a',
    'x-amz-algorithm': 'AWS4-HMAC-SHA256',
    'x-amz-credential': `${owner.accessKeyId}/20300102/eu-central-1/s3/aws4_request`,
    'x-amz-date': '20300102T030405Z',
    'x-amz-security-token': owner.sessionToken ?? '',
    policy: base64,
    'x-amz-signature': sign(owner.secretAccessKey, scope, base64),
    ...extra,
  };
};
const later = '2099-01-01T00:00:00Z';
const lenient = ['key', 'x-amz-algorithm', 'x-amz-credential', 'x-amz-date', 'x-amz-security-token'].map((name) => [
  'starts-with',
  `$${name}`,
  '',
]);

describe('an upload that fits its policy', () => {
  test('is stored with the Content-Type field, and its event says what was stored', async () => {
    const { url, fields } = await world.presign({
      Fields: { 'Content-Type': 'audio/wav', 'x-amz-meta-name': 'Grüße' },
      Conditions: [['content-length-range', 1, 100]],
    });
    const answer = await post(url, formOf(fields, new Blob(['RIFFdata'], { type: 'text/html' })));
    expect([answer.status, await answer.text()]).toEqual([204, '']);
    const md5 = createHash('md5').update('RIFFdata').digest('hex');
    expect(answer.headers.get('etag')).toBe(`"${md5}"`);
    const object = await world.client.send(new GetObjectCommand({ Bucket: 'audio', Key: 'uploads/a' }));
    expect(await object.Body?.transformToString()).toBe('RIFFdata');
    expect(object.ContentType).toBe('audio/wav');
    expect(object.Metadata).toEqual({ name: '=?UTF-8?B?R3LDvMOfZQ==?=' });
    expect(world.events).toEqual([
      {
        eventName: 'ObjectCreated:Post',
        bucket: 'audio',
        key: 'uploads/a',
        size: 8,
        eTag: md5,
        at: expect.any(Date),
      },
    ]);
  });

  test('success_action_status chooses between 200, 204 and 201 with the PostResponse document', async () => {
    const statusFor = async (status: string) => {
      const { url, fields } = await world.presign({ Key: 'uploads/é &', Fields: { success_action_status: status } });
      return outcome(await post(url, formOf(fields)));
    };
    expect(await statusFor('200')).toMatchObject({ status: 200, text: '' });
    expect(await statusFor('302')).toMatchObject({ status: 204 });
    const created = await statusFor('201');
    expect(created.status).toBe(201);
    expect(created.text).toContain(`<Location>${world.endpoint}/audio/uploads/%C3%A9%20%26</Location>`);
    expect(created.text).toContain('<Bucket>audio</Bucket><Key>uploads/é &amp;</Key><ETag>&quot;');
  });

  test('may use a permanent key, a file name in its key, and text instead of a file', async () => {
    const named = await world.presign({ Key: 'uploads/${filename}' }, permanent);
    expect((await post(named.url, formOf(named.fields))).status).toBe(204);
    expect(world.events[0]?.key).toBe('uploads/speech.wav');
    const { url, fields } = await world.presign();
    const form = formOf(fields, null);
    form.append('file', 'plain text');
    expect((await post(url, form)).status).toBe(204);
    expect(world.events[1]?.size).toBe(10);
  });

  test('ignores fields after the file, and x-ignore- fields', async () => {
    const { url, fields } = await world.presign();
    const form = formOf({ ...fields, 'x-ignore-me': '1' });
    form.append('uncovered', 'x');
    form.append('attachment', new Blob(['other']), 'other.bin');
    expect((await post(url, form)).status).toBe(204);
    expect(world.events[0]?.size).toBe(8);
  });
});

describe('403', () => {
  const refused = async (fields: Record<string, string>) => outcome(await post(`${world.endpoint}/audio`, formOf(fields)));
  const presigned = async (...options: Parameters<World['presign']>) => (await world.presign(...options)).fields;

  test('SignatureDoesNotMatch: another signature, and another policy under the same signature', async () => {
    const fields = await presigned();
    const other = await presigned({ Key: 'uploads/b' });
    expect(await refused({ ...fields, 'X-Amz-Signature': '0'.repeat(64) })).toMatchObject({ status: 403, code: 'SignatureDoesNotMatch' });
    expect(await refused({ ...fields, 'X-Amz-Signature': 'short' })).toMatchObject({ code: 'SignatureDoesNotMatch' });
    expect(await refused({ ...fields, Policy: other['Policy'] ?? '' })).toMatchObject({ code: 'SignatureDoesNotMatch' });
  });

  test('InvalidAccessKeyId: an unknown key, and a temporary key without its token', async () => {
    const unknown = await presigned({}, { ...owner, accessKeyId: 'NOBODY' });
    expect(await refused(unknown)).toMatchObject({ status: 403, code: 'InvalidAccessKeyId' });
    const { 'X-Amz-Security-Token': _, ...tokenless } = await presigned();
    expect(await refused(tokenless)).toMatchObject({ status: 403, code: 'InvalidAccessKeyId' });
  });

  test('AccessDenied: the policy expired', async () => {
    const fields = await presigned({ Expires: 60 });
    world.clock.offsetMs = 61_000;
    expect(await refused(fields)).toMatchObject({
      status: 403,
      code: 'AccessDenied',
      message: 'Invalid according to Policy: Policy expired.',
    });
  });

  test.each([
    ['another key', { key: 'uploads/b' }, '["eq", "$key", "uploads/a"]'],
    ['another Content-Type', { 'Content-Type': 'text/html' }, '["eq", "$Content-Type", "audio/wav"]'],
    ['a value without the prefix', { 'x-amz-meta-kind': 'text' }, '["starts-with", "$x-amz-meta-kind", "audio/"]'],
  ])('AccessDenied: %s breaks its condition', async (_, change, condition) => {
    const fields = await presigned({
      Fields: { 'Content-Type': 'audio/wav' },
      Conditions: [['starts-with', '$x-amz-meta-kind', 'audio/']],
    });
    expect(await refused({ ...fields, 'x-amz-meta-kind': 'audio/x', ...change })).toMatchObject({
      status: 403,
      code: 'AccessDenied',
      message: `Invalid according to Policy: Policy Condition failed: ${condition}`,
    });
  });

  test('AccessDenied: a grant for one bucket opens no other', async () => {
    const fields = await presigned({ Bucket: 'elsewhere' });
    expect((await refused(fields)).message).toContain('["eq", "$bucket", "elsewhere"]');
  });

  test('AccessDenied: a field without a condition', async () => {
    expect(await refused({ ...(await presigned()), acl: 'public-read' })).toMatchObject({
      status: 403,
      code: 'AccessDenied',
      message: 'Invalid according to Policy: Extra input fields: acl',
    });
  });

  test('AccessDenied: no policy at all', async () => {
    expect(await refused({ key: 'uploads/a' })).toMatchObject({ status: 403, code: 'AccessDenied' });
  });

  test('AccessDenied: the signer may not put that key itself', async () => {
    expect((await refused(await presigned({}, uploader))).status).toBe(204);
    expect(await refused(await presigned({ Key: 'work/a' }, uploader))).toMatchObject({ status: 403, code: 'AccessDenied' });
  });

  test('a refusal names no CORS origin to a foreign page, and the right one to its own', async () => {
    const ask = async (origin: string) =>
      (await post(`${world.endpoint}/audio`, formOf({ key: 'x' }), { origin })).headers.get('access-control-allow-origin');
    expect(await ask(page)).toBe(page);
    expect(await ask('https://evil.example')).toBeNull();
  });
});

describe('400', () => {
  const refused = async (form: FormData) => outcome(await post(`${world.endpoint}/audio`, form));

  test.each([
    ['EntityTooLarge', 101],
    ['EntityTooSmall', 9],
  ])('%s: nothing is kept and no event is sent', async (code, size) => {
    const { fields } = await world.presign({ Key: 'uploads/size', Conditions: [['content-length-range', 10, 100]] });
    expect(await refused(formOf(fields, new Blob(['x'.repeat(size)])))).toMatchObject({ status: 400, code });
    const head = world.client.send(new HeadObjectCommand({ Bucket: 'audio', Key: 'uploads/size' }));
    await expect(head).rejects.toMatchObject({ name: 'NotFound' });
    expect([world.events, await world.drafts()]).toEqual([[], []]);
  });

  test('both ends of the size range are inside it', async () => {
    const { fields } = await world.presign({ Conditions: [['content-length-range', 10, 100]] });
    for (const size of [10, 100]) {
      expect((await refused(formOf(fields, new Blob(['x'.repeat(size)])))).status).toBe(204);
    }
  });

  test('InvalidArgument: no file, two files, a file that is not last before its fields, a field twice', async () => {
    const { fields } = await world.presign();
    const two = formOf(fields);
    two.append('file', new Blob(['again']), 'again.wav');
    const fileFirst = new FormData();
    fileFirst.append('file', new Blob(['x']), 'x.wav');
    for (const [name, value] of Object.entries(fields)) fileFirst.append(name, value);
    const twice = new FormData();
    twice.append('key', 'uploads/a');
    twice.append('Key', 'uploads/b');
    for (const form of [formOf(fields, null), two, fileFirst, twice]) {
      expect(await refused(form)).toMatchObject({ status: 400, code: 'InvalidArgument' });
    }
    expect([world.events, await world.drafts()]).toEqual([[], []]);
  });

  test('InvalidArgument: a missing or malformed signature field, an empty key', async () => {
    const { fields } = await world.presign();
    for (const name of ['key', 'X-Amz-Signature', 'X-Amz-Credential', 'X-Amz-Date', 'X-Amz-Algorithm']) {
      const without = Object.fromEntries(Object.entries(fields).filter(([field]) => field !== name));
      expect(await refused(formOf(without))).toMatchObject({ status: 400, code: 'InvalidArgument' });
      expect(await refused(formOf({ ...fields, [name]: '' })), name).toMatchObject({
        code: name === 'X-Amz-Signature' ? 'SignatureDoesNotMatch' : 'InvalidArgument',
      });
    }
  });

  test('KeyTooLongError: a key of more than 1024 bytes', async () => {
    const form = formOf({ key: 'é'.repeat(513) });
    expect(await refused(form)).toMatchObject({ status: 400, code: 'KeyTooLongError' });
  });

  test('InvalidToken: the token of another session', async () => {
    const { fields } = await world.presign();
    const form = formOf({ ...fields, 'X-Amz-Security-Token': 'other' });
    expect(await refused(form)).toMatchObject({ status: 400, code: 'InvalidToken' });
  });

  test('InvalidPolicyDocument: a signed policy that is not one', async () => {
    const condition = (one: unknown) => ({ expiration: later, conditions: [...lenient, one] });
    for (const policy of ['{', {}, { expiration: 'soon', conditions: [] }, condition(['gt', '$key', 'a']), condition({})]) {
      expect(await refused(formOf(signedForm(policy)))).toMatchObject({ status: 400, code: 'InvalidPolicyDocument' });
    }
    expect((await refused(formOf(signedForm({ expiration: later, conditions: lenient })))).status).toBe(204);
  });

  test('MaxPostPreDataLengthExceeded: more than 20 KB of fields, in one or in many', async () => {
    const many = Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`x-ignore-${index}`, 'x'.repeat(1000)]));
    for (const fields of [{ 'x-ignore-big': 'x'.repeat(30_000) }, many]) {
      expect(await refused(formOf(fields))).toMatchObject({ status: 400, code: 'MaxPostPreDataLengthExceeded' });
    }
  });

  test.each([
    ['no boundary', 'multipart/form-data', 'x'],
    ['not a form', 'application/json', '{}'],
    ['no end', 'multipart/form-data; boundary=b', '--b\r\nContent-Disposition: form-data; name="key"\r\n\r\nuploads/a'],
    ['a part without a name', 'multipart/form-data; boundary=b', '--b\r\nContent-Disposition: form-data\r\n\r\nx\r\n--b--'],
    ['a broken part header', 'multipart/form-data; boundary=b', '--b\r\n:::\r\n\r\nx\r\n--b--'],
  ])('MalformedPOSTRequest: %s', async (_, type, body) => {
    const answer = await fetch(`${world.endpoint}/audio`, { method: 'POST', headers: { 'content-type': type }, body });
    expect(await outcome(answer)).toMatchObject({ status: 400, code: 'MalformedPOSTRequest' });
  });

  test('MalformedPOSTRequest: a form that ends inside its file leaves nothing', async () => {
    const { fields } = await world.presign();
    const whole = new Response(formOf(fields, new Blob(['x'.repeat(5000)])));
    const body = Buffer.from(await whole.arrayBuffer()).subarray(0, -1000);
    const headers = { 'content-type': whole.headers.get('content-type') ?? '' };
    const answer = await fetch(`${world.endpoint}/audio`, { method: 'POST', headers, body });
    expect(await outcome(answer)).toMatchObject({ status: 400, code: 'MalformedPOSTRequest' });
    expect([world.events, await world.drafts()]).toEqual([[], []]);
  });
});
