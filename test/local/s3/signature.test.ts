import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  canonicalRequest,
  encodePath,
  parseScope,
  sign,
  stringToSign,
  uriEncode,
} from '#local/s3/signature.ts';

// The example "GET Object" in the AWS documentation on signing with the Authorization header.
const scope = { accessKeyId: 'AKIAIOSFODNN7EXAMPLE', day: '20130524', region: 'us-east-1', service: 's3' };
const emptyHash = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

test('the example in the AWS documentation has the documented signature', () => {
  const canonical = canonicalRequest({
    method: 'GET',
    path: '/test.txt',
    query: [],
    headers: [
      ['host', 'examplebucket.s3.amazonaws.com'],
      ['range', 'bytes=0-9'],
      ['x-amz-content-sha256', emptyHash],
      ['x-amz-date', '20130524T000000Z'],
    ],
    payloadHash: emptyHash,
  });
  const text = stringToSign('20130524T000000Z', scope, canonical);
  expect(sign('wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY', scope, text)).toBe(
    'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  );
});

const of = (change: object) =>
  canonicalRequest({ method: 'GET', path: '/', query: [], headers: [], payloadHash: 'x', ...change }).split(
    '\n',
  );

describe('canonicalRequest', () => {
  test('a canonical request sorts the query by name and then by value', () => {
    const sorted = 'a=&a=1&a-b=&a1=&b=%20%2F';
    const query = [
      ['b', ' /'],
      ['a1', ''],
      ['a-b', ''],
      ['a', '1'],
      ['a', ''],
    ];
    expect(of({ query })[2]).toBe(sorted);
    expect(of({ query: query.toReversed() })[2]).toBe(sorted);
  });

  test('a canonical request trims headers and collapses their spaces', () => {
    expect(of({ headers: [['x-amz-meta-a', '  b   c ']] })[3]).toBe('x-amz-meta-a:b c');
  });
});

test('encoded text has only unreserved characters, and decoding restores it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(uriEncode(text)).toMatch(/^(?:[A-Za-z0-9._~-]|%[0-9A-F]{2})*$/);
      expect(decodeURIComponent(encodePath(text))).toBe(text);
    }),
  );
});

test('a credential with another service, another day or a wrong format has no scope', () => {
  expect(parseScope('KEY/20300102/eu-west-1/s3/aws4_request', '20300102T030405Z')).toEqual({
    accessKeyId: 'KEY',
    day: '20300102',
    region: 'eu-west-1',
    service: 's3',
  });
  expect(parseScope('KEY/20300102/eu-west-1/sqs/aws4_request', '20300102T030405Z')).toBeUndefined();
  expect(parseScope('KEY/20300102/eu-west-1/s3/aws4_request', '20300103T030405Z')).toBeUndefined();
  expect(parseScope('KEY/20300102/eu-west-1/s3/aws4_request', '20300102')).toBeUndefined();
  expect(parseScope('KEY', '20300102T030405Z')).toBeUndefined();
});
