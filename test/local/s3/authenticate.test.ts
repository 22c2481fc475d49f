import { GetObjectCommand, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { canonicalRequest, encodePath, sign, stringToSign } from '#local/s3/signature.ts';
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

/** A presigned GET according to the AWS signing guide. */
const presign = (query: Record<string, string> = {}): string => {
  const date = amzDate(new Date());
  const scope = { accessKeyId, day: date.slice(0, 8), region: 'eu-central-1', service: 's3' };
  const parameters = {
    'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
    'X-Amz-Credential': `${accessKeyId}/${scope.day}/eu-central-1/s3/aws4_request`,
    'X-Amz-Date': date,
    'X-Amz-Expires': '60',
    'X-Amz-Security-Token': sessionToken,
    'X-Amz-SignedHeaders': 'host',
    ...query,
  };
  const path = `/audio/${key}`;
  const headers = [['host', new URL(world.endpoint).host]] as const;
  const signable = {
    method: 'GET',
    path,
    query: Object.entries(parameters),
    headers,
    payloadHash: 'UNSIGNED-PAYLOAD',
  };
  const signature = sign(secretAccessKey, scope, stringToSign(date, scope, canonicalRequest(signable)));
  const all = new URLSearchParams({ ...parameters, 'X-Amz-Signature': signature });
  return `${world.endpoint}${encodePath(path)}?${all.toString()}`;
};

const get = async (url: string, init: RequestInit = {}) => outcome(await fetch(url, init));

const read = (client: S3Client) => client.send(new GetObjectCommand({ Bucket: 'audio', Key: key }));

describe('a presigned GET', () => {
  test('a presigned GET needs no Authorization header', async () => {
    expect(await get(presign())).toMatchObject({ status: 200, text: 'hello' });
  });

  test('a presigned GET that was changed is 403 SignatureDoesNotMatch', async () => {
    const url = presign();
    for (const other of [url.replace('a%20b', 'a%20c'), url.replace('Expires=60', 'Expires=61'), `${url}0`]) {
      expect(await get(other)).toMatchObject({ status: 403, code: 'SignatureDoesNotMatch' });
    }
    expect(await get(url, { method: 'HEAD' })).toMatchObject({ status: 403 });
  });

  test('a presigned GET that is expired or not yet valid is 403 AccessDenied', async () => {
    const url = presign();
    world.clock.offsetMs = 61_000;
    expect(await get(url)).toMatchObject({
      status: 403,
      code: 'AccessDenied',
      message: 'Request has expired',
    });
    world.clock.offsetMs = -16 * 60_000;
    expect(await get(url)).toMatchObject({ status: 403, code: 'AccessDenied' });
  });

  test('a malformed presigned GET is 400 AuthorizationQueryParametersError', async () => {
    const urls = [
      presign({ 'X-Amz-Expires': String(7 * 86_400 + 1) }),
      presign({ 'X-Amz-Algorithm': 'none' }),
    ];
    urls.push(presign({ 'X-Amz-Credential': 'x' }), presign({ 'X-Amz-Date': 'today' }));
    for (const url of urls) {
      expect(await get(url)).toMatchObject({ status: 400, code: 'AuthorizationQueryParametersError' });
    }
  });
});

describe('a signed request', () => {
  test('a request signed with another secret is 403 SignatureDoesNotMatch', async () => {
    const stranger = world.as({ ...owner, secretAccessKey: 'guess' });
    await expect(read(stranger)).rejects.toMatchObject({
      name: 'SignatureDoesNotMatch',
      $metadata: { httpStatusCode: 403 },
    });
  });

  test('a request with an unknown key is InvalidAccessKeyId, and with another token InvalidToken', async () => {
    await expect(read(world.as({ ...owner, accessKeyId: 'UNKNOWN' }))).rejects.toMatchObject({
      name: 'InvalidAccessKeyId',
    });
    await expect(read(world.as({ ...owner, sessionToken: 'x' }))).rejects.toMatchObject({
      name: 'InvalidToken',
    });
  });

  test('a request without a signature is 403 AccessDenied, and with a malformed one 400', async () => {
    const url = `${world.endpoint}/audio/work/a%20b`;
    expect(await get(url)).toMatchObject({ status: 403, code: 'AccessDenied' });
    const authorization = 'Bearer x';
    expect(await get(url, { headers: { authorization } })).toMatchObject({
      code: 'AuthorizationHeaderMalformed',
    });
    expect(await get(`${world.endpoint}/audio/%zz`)).toMatchObject({ status: 400, code: 'InvalidURI' });
  });
});
