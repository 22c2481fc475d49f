import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sign, canonicalRequest, encodePath, stringToSign } from '#local/s3/signature.ts';
import { outcome, owner, startWorld, type World } from './world.ts';

const { accessKeyId, secretAccessKey, sessionToken = '' } = owner;
const key = 'work/a b';

let world: World;
beforeAll(async () => {
  world = await startWorld();
  await world.client.send(new PutObjectCommand({ Bucket: 'audio', Key: key, Body: 'hello' }));
});
afterAll(() => world.stop());
beforeEach(() => {
  world.clock.offsetMs = 0;
});

const amzDate = (date: Date) => date.toISOString().replaceAll(/[-:]|\.\d{3}/g, '');

/** A presigned GET, made as the AWS signing guide says. */
const presign = ({ seconds = 60, signedAt = new Date(), query = {} as Record<string, string> } = {}): string => {
  const date = amzDate(signedAt);
  const scope = { accessKeyId, day: date.slice(0, 8), region: 'eu-central-1' };
  const parameters = {
    'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
    'X-Amz-Credential': `${accessKeyId}/${scope.day}/eu-central-1/s3/aws4_request`,
    'X-Amz-Date': date,
    'X-Amz-Expires': String(seconds),
    'X-Amz-Security-Token': sessionToken,
    'X-Amz-SignedHeaders': 'host',
    ...query,
  };
  const path = `/audio/${key}`;
  const headers = [['host', new URL(world.endpoint).host]] as const;
  const signable = { method: 'GET', path, query: Object.entries(parameters), headers, payloadHash: 'UNSIGNED-PAYLOAD' };
  const signature = sign(secretAccessKey, scope, stringToSign(date, scope, canonicalRequest(signable)));
  const all = new URLSearchParams({ ...parameters, 'X-Amz-Signature': signature });
  return `${world.endpoint}${encodePath(path)}?${all}`;
};

const get = async (url: string, init: RequestInit = {}) => outcome(await fetch(url, init));

describe('a presigned GET', () => {
  test('needs no header', async () => {
    expect(await get(presign())).toMatchObject({ status: 200, text: 'hello' });
  });

  test('tampered with is 403 SignatureDoesNotMatch', async () => {
    const url = presign();
    for (const other of [url.replace('a%20b', 'a%20c'), url.replace('Expires=60', 'Expires=61'), `${url}&x=1`.replace('&x=1', '0')]) {
      expect(await get(other)).toMatchObject({ status: 403, code: 'SignatureDoesNotMatch' });
    }
    expect(await get(url, { method: 'HEAD' })).toMatchObject({ status: 403 });
  });

  test('expired, or not yet valid, is 403 AccessDenied', async () => {
    const url = presign();
    world.clock.offsetMs = 61_000;
    expect(await get(url)).toMatchObject({ status: 403, code: 'AccessDenied', message: 'Request has expired' });
    world.clock.offsetMs = -16 * 60_000;
    expect(await get(url)).toMatchObject({ status: 403, code: 'AccessDenied' });
  });

  test('malformed is 400 AuthorizationQueryParametersError', async () => {
    const week = 7 * 86_400;
    const urls = [presign({ seconds: week + 1 }), presign({ query: { 'X-Amz-Algorithm': 'none' } })];
    urls.push(presign({ query: { 'X-Amz-Credential': 'x' } }), presign({ query: { 'X-Amz-Date': 'today' } }));
    for (const url of urls) {
      expect(await get(url)).toMatchObject({ status: 400, code: 'AuthorizationQueryParametersError' });
    }
  });

  test('does not cover a header it did not sign', async () => {
    const headers = { 'x-amz-meta-added': '1' };
    expect(await get(presign(), { headers })).toMatchObject({ status: 403, code: 'AccessDenied' });
  });
});

describe('a signed request', () => {
  const read = (client: S3Client) => client.send(new GetObjectCommand({ Bucket: 'audio', Key: key }));

  test('with another secret is 403 SignatureDoesNotMatch', async () => {
    const stranger = world.as({ ...owner, secretAccessKey: 'guess' });
    await expect(read(stranger)).rejects.toMatchObject({ name: 'SignatureDoesNotMatch', $metadata: { httpStatusCode: 403 } });
  });

  test('with an unknown key is InvalidAccessKeyId, with another token InvalidToken', async () => {
    await expect(read(world.as({ ...owner, accessKeyId: 'NOBODY' }))).rejects.toMatchObject({ name: 'InvalidAccessKeyId' });
    await expect(read(world.as({ ...owner, sessionToken: 'x' }))).rejects.toMatchObject({ name: 'InvalidToken' });
  });

  test('from a clock that is off is RequestTimeTooSkewed, and the SDK corrects itself by our Date', async () => {
    world.clock.offsetMs = 3_600_000;
    await expect(read(world.as(owner))).rejects.toMatchObject({ name: 'RequestTimeTooSkewed' });
    const { endpoint } = world;
    const credentials = { accessKeyId, secretAccessKey, sessionToken };
    const patient = new S3Client({ endpoint, region: 'eu-central-1', credentials, maxAttempts: 2 });
    expect((await read(patient)).ContentLength).toBe(5);
  });

  test('without a signature is 403 AccessDenied, with a broken one 400', async () => {
    const url = `${world.endpoint}/audio/work/a%20b`;
    expect(await get(url)).toMatchObject({ status: 403, code: 'AccessDenied' });
    const authorization = 'Bearer x';
    expect(await get(url, { headers: { authorization } })).toMatchObject({ code: 'AuthorizationHeaderMalformed' });
    expect(await get(`${world.endpoint}/audio/%zz`)).toMatchObject({ status: 400, code: 'InvalidURI' });
  });
});
