import { createHash } from 'node:crypto';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { everything, formOf, owner, page, post, type Role, startWorld, type World } from './world.ts';

const uploader: Role = {
  ...owner,
  accessKeyId: 'UPLOADER',
  grants: ['s3:PutObject arn:aws:s3:::audio/uploads/'],
};
const permanent: Role = { accessKeyId: 'PERMANENT', secretAccessKey: 'permanent-secret', grants: everything };

const world = await startWorld({ roles: [owner, uploader, permanent] });
afterAll(() => world.stop());
beforeEach(() => {
  world.events.length = 0;
  world.clock.offsetMs = 0;
});

const presigned = async (...options: Parameters<World['presign']>) =>
  (await world.presign(...options)).fields;
const upload = (fields: Record<string, string>) => post(world, formOf(fields));

describe('an upload that matches its policy', () => {
  test('an upload is stored with the Content-Type field, and sends an event', async () => {
    const fields = await presigned({
      Fields: { 'Content-Type': 'audio/wav', 'x-amz-meta-name': 'Grüße' },
      Conditions: [['content-length-range', 1, 100]],
    });
    const md5 = createHash('md5').update('RIFFdata').digest('hex');
    const answer = await post(world, formOf(fields, new Blob(['RIFFdata'], { type: 'text/html' })));
    expect([answer.status, answer.text, answer.headers.get('etag')]).toEqual([204, '', `"${md5}"`]);
    const object = await world.client.send(new GetObjectCommand({ Bucket: 'audio', Key: 'uploads/a' }));
    expect(await object.Body?.transformToString()).toBe('RIFFdata');
    expect(object.ContentType).toBe('audio/wav');
    expect(object.Metadata).toEqual({ name: '=?UTF-8?B?R3LDvMOfZQ==?=' });
    const event = { eventName: 'ObjectCreated:Post', bucket: 'audio', key: 'uploads/a', size: 8, eTag: md5 };
    expect(world.events).toEqual([{ ...event, at: expect.any(Date) }]);
  });

  test.each([
    ['200', 200],
    ['204', 204],
    ['302', 204],
  ])('success_action_status %s answers %d without a body', async (success_action_status, status) => {
    const answer = await upload(await presigned({ Fields: { success_action_status } }));
    expect(answer).toMatchObject({ status, text: '' });
  });

  test('success_action_status 201 answers with the PostResponse document', async () => {
    const fields = await presigned({ Key: 'uploads/é &', Fields: { success_action_status: '201' } });
    const { status, text } = await upload(fields);
    expect(status).toBe(201);
    expect(text).toContain(`<Location>${world.endpoint}/audio/uploads/%C3%A9%20%26</Location>`);
    expect(text).toContain('<Bucket>audio</Bucket><Key>uploads/é &amp;</Key><ETag>"');
  });

  test('an upload may be signed with a permanent key, and use its file name in its key', async () => {
    expect((await upload(await presigned({ Key: 'uploads/${filename}' }, permanent))).status).toBe(204);
    expect(world.events[0]?.key).toBe('uploads/speech.wav');
  });

  test('an upload may have fields after the file, and x-ignore- fields', async () => {
    const form = formOf({ ...(await presigned()), 'x-ignore-me': '1' });
    form.append('uncovered', 'x');
    form.append('attachment', new Blob(['other']), 'other.bin');
    expect((await post(world, form)).status).toBe(204);
    expect(world.events[0]?.size).toBe(8);
  });
});

describe('403', () => {
  test('another signature, and another policy with the same signature, are 403 SignatureDoesNotMatch', async () => {
    const fields = await presigned();
    const other = await presigned({ Key: 'uploads/b' });
    expect(await upload({ ...fields, 'X-Amz-Signature': '0'.repeat(64) })).toMatchObject({
      status: 403,
      code: 'SignatureDoesNotMatch',
    });
    expect(await upload({ ...fields, 'X-Amz-Signature': 'short' })).toMatchObject({
      code: 'SignatureDoesNotMatch',
    });
    expect(await upload({ ...fields, Policy: other['Policy'] ?? '' })).toMatchObject({
      code: 'SignatureDoesNotMatch',
    });
  });

  test('an unknown key, and a temporary key without its token, are 403 InvalidAccessKeyId', async () => {
    const unknown = await presigned({}, { ...owner, accessKeyId: 'UNKNOWN' });
    expect(await upload(unknown)).toMatchObject({ status: 403, code: 'InvalidAccessKeyId' });
    const { 'X-Amz-Security-Token': _, ...tokenless } = await presigned();
    expect(await upload(tokenless)).toMatchObject({ status: 403, code: 'InvalidAccessKeyId' });
  });

  test('an expired policy is 403 AccessDenied', async () => {
    const fields = await presigned({ Expires: 60 });
    world.clock.offsetMs = 61_000;
    expect(await upload(fields)).toMatchObject({
      status: 403,
      code: 'AccessDenied',
      message: 'Invalid according to Policy: Policy expired.',
    });
  });

  test.each([
    ['another key', { key: 'uploads/b' }, '["eq", "$key", "uploads/a"]'],
    ['another Content-Type', { 'Content-Type': 'text/html' }, '["eq", "$Content-Type", "audio/wav"]'],
    [
      'a value without the prefix',
      { 'x-amz-meta-kind': 'text' },
      '["starts-with", "$x-amz-meta-kind", "audio/"]',
    ],
  ])('%s violates its condition and is 403 AccessDenied', async (_, change, condition) => {
    const fields = await presigned({
      Fields: { 'Content-Type': 'audio/wav' },
      Conditions: [['starts-with', '$x-amz-meta-kind', 'audio/']],
    });
    expect(await upload({ ...fields, 'x-amz-meta-kind': 'audio/x', ...change })).toMatchObject({
      status: 403,
      code: 'AccessDenied',
      message: `Invalid according to Policy: Policy Condition failed: ${condition}`,
    });
  });

  test('a policy for another bucket is 403 AccessDenied', async () => {
    const fields = await presigned({ Bucket: 'elsewhere' });
    expect((await upload(fields)).message).toContain('["eq", "$bucket", "elsewhere"]');
  });

  test('a field without a condition is 403 AccessDenied', async () => {
    expect(await upload({ ...(await presigned()), acl: 'public-read' })).toMatchObject({
      status: 403,
      code: 'AccessDenied',
      message: 'Invalid according to Policy: Extra input fields: acl',
    });
  });

  test('a form without a policy is 403 AccessDenied', async () => {
    expect(await upload({ key: 'uploads/a' })).toMatchObject({ status: 403, code: 'AccessDenied' });
  });

  test('a key that the signer itself may not write is 403 AccessDenied', async () => {
    expect((await upload(await presigned({}, uploader))).status).toBe(204);
    expect(await upload(await presigned({ Key: 'work/a' }, uploader))).toMatchObject({
      status: 403,
      code: 'AccessDenied',
    });
  });

  test('only a page of an allowed origin may read the error response', async () => {
    const form = formOf({ key: 'uploads/a' });
    const own = await post(world, form, { origin: page });
    const foreign = await post(world, form, { origin: 'https://evil.example' });
    expect(own.headers.get('access-control-allow-origin')).toBe(page);
    expect(foreign.headers.get('access-control-allow-origin')).toBeNull();
  });
});
