import { HeadObjectCommand } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sign } from '#local/s3/signature.ts';
import { formOf, outcome, owner, post, startWorld, type World } from './world.ts';

let world: World;
let filesBefore: string[];
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());
beforeEach(async () => {
  filesBefore = await world.bytes();
  world.events.length = 0;
});

const postForm = (form: FormData) => post(world, form);
const send = async (contentType: string, body: string | Buffer<ArrayBuffer>) =>
  outcome(
    await fetch(`${world.endpoint}/audio`, {
      method: 'POST',
      headers: { 'content-type': contentType },
      body,
    }),
  );

/** A form with this policy, signed by the bucket's owner. */
const signedForm = (policy: unknown) => {
  const base64 = Buffer.from(typeof policy === 'string' ? policy : JSON.stringify(policy)).toString('base64');
  const scope = { accessKeyId: owner.accessKeyId, day: '20300102', region: 'eu-central-1', service: 's3' };
  return {
    key: 'uploads/a',
    'x-amz-algorithm': 'AWS4-HMAC-SHA256',
    'x-amz-credential': `${owner.accessKeyId}/20300102/eu-central-1/s3/aws4_request`,
    'x-amz-date': '20300102T030405Z',
    'x-amz-security-token': owner.sessionToken ?? '',
    policy: base64,
    'x-amz-signature': sign(owner.secretAccessKey, scope, base64),
  };
};
const later = '2099-01-01T00:00:00Z';
const lenient = ['key', 'x-amz-algorithm', 'x-amz-credential', 'x-amz-date', 'x-amz-security-token'].map(
  (name) => ['starts-with', `$${name}`, ''],
);

test.each([
  ['EntityTooLarge', 101],
  ['EntityTooSmall', 9],
])('a form refused with %s stores no file and sends no event', async (code, size) => {
  const { fields } = await world.presign({
    Key: 'uploads/size',
    Conditions: [['content-length-range', 10, 100]],
  });
  expect(await postForm(formOf(fields, new Blob(['x'.repeat(size)])))).toMatchObject({ status: 400, code });
  const head = world.client.send(new HeadObjectCommand({ Bucket: 'audio', Key: 'uploads/size' }));
  await expect(head).rejects.toMatchObject({ name: 'NotFound' });
  expect([world.events, await world.bytes()]).toEqual([[], filesBefore]);
});

test('both ends of the size range are inclusive', async () => {
  const { fields } = await world.presign({ Conditions: [['content-length-range', 10, 100]] });
  for (const size of [10, 100]) {
    expect((await postForm(formOf(fields, new Blob(['x'.repeat(size)])))).status).toBe(204);
  }
});

test('a form without a file, with two files, with fields after the file or with a repeated field is InvalidArgument', async () => {
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
    expect(await postForm(form)).toMatchObject({ status: 400, code: 'InvalidArgument' });
  }
  expect([world.events, await world.bytes()]).toEqual([[], filesBefore]);
});

test('a form with a missing or malformed signature field or an empty key is InvalidArgument', async () => {
  const { fields } = await world.presign();
  for (const name of ['key', 'X-Amz-Signature', 'X-Amz-Credential', 'X-Amz-Date', 'X-Amz-Algorithm']) {
    const without = Object.fromEntries(Object.entries(fields).filter(([field]) => field !== name));
    expect(await postForm(formOf(without))).toMatchObject({ status: 400, code: 'InvalidArgument' });
    if (name === 'X-Amz-Signature') continue;
    expect(await postForm(formOf({ ...fields, [name]: '' }))).toMatchObject({
      status: 400,
      code: 'InvalidArgument',
    });
  }
});

test('a form with a key over 1024 bytes is KeyTooLongError', async () => {
  const form = formOf({ key: 'é'.repeat(513) });
  expect(await postForm(form)).toMatchObject({ status: 400, code: 'KeyTooLongError' });
});

test('a form with the token of another session is InvalidToken', async () => {
  const { fields } = await world.presign();
  const form = formOf({ ...fields, 'X-Amz-Security-Token': 'other' });
  expect(await postForm(form)).toMatchObject({ status: 400, code: 'InvalidToken' });
});

test('a form with a signed but malformed policy is InvalidPolicyDocument', async () => {
  const condition = (one: unknown) => ({ expiration: later, conditions: [...lenient, one] });
  for (const policy of [
    '{',
    {},
    { expiration: 'soon', conditions: [] },
    condition(['gt', '$key', 'a']),
    condition({}),
  ]) {
    expect(await postForm(formOf(signedForm(policy)))).toMatchObject({
      status: 400,
      code: 'InvalidPolicyDocument',
    });
  }
  expect((await postForm(formOf(signedForm({ expiration: later, conditions: lenient })))).status).toBe(204);
});

test('a form with more than 20 KB of fields is MaxPostPreDataLengthExceededError', async () => {
  const many = Object.fromEntries(
    Array.from({ length: 21 }, (_, index) => [`x-ignore-${index}`, 'x'.repeat(1000)]),
  );
  for (const fields of [{ 'x-ignore-big': 'x'.repeat(30_000) }, many]) {
    expect(await postForm(formOf(fields))).toMatchObject({
      status: 400,
      code: 'MaxPostPreDataLengthExceededError',
    });
  }
});

test.each([
  ['no boundary', 'multipart/form-data', 'x'],
  ['not a form', 'application/json', '{}'],
  [
    'no end',
    'multipart/form-data; boundary=b',
    '--b\r\nContent-Disposition: form-data; name="key"\r\n\r\nuploads/a',
  ],
  [
    'a part without a name',
    'multipart/form-data; boundary=b',
    '--b\r\nContent-Disposition: form-data\r\n\r\nx\r\n--b--',
  ],
  ['a broken part header', 'multipart/form-data; boundary=b', '--b\r\n:::\r\n\r\nx\r\n--b--'],
])('a malformed form (%s) is MalformedPOSTRequest', async (_, type, body) => {
  expect(await send(type, body)).toMatchObject({ status: 400, code: 'MalformedPOSTRequest' });
});

test('a form that ends inside its file is MalformedPOSTRequest and leaves no file', async () => {
  const { fields } = await world.presign();
  const whole = new Response(formOf(fields, new Blob(['x'.repeat(5000)])));
  const body = Buffer.from(await whole.arrayBuffer()).subarray(0, -1000);
  expect(await send(whole.headers.get('content-type') ?? '', body)).toMatchObject({
    status: 400,
    code: 'MalformedPOSTRequest',
  });
  expect([world.events, await world.bytes()]).toEqual([[], filesBefore]);
});
