import { expect, test } from 'vitest';
import { replyOf } from '#local/gateway/response.ts';

const reply = (result: unknown) => {
  const { status, headers, body } = replyOf(JSON.stringify(result));
  return { status, headers, body: body.toString() };
};

test('a structured result gives status, headers and cookies', () => {
  expect(
    reply({
      statusCode: 201,
      headers: { 'X-Count': 2, 'Content-Type': 'text/csv' },
      cookies: ['a=1', 'b=2'],
      body: 'x',
    }),
  ).toEqual({
    status: 201,
    headers: { 'x-count': '2', 'content-type': 'text/csv', 'set-cookie': ['a=1', 'b=2'] },
    body: 'x',
  });
});

test('a 204 response has no content type', () => {
  expect(reply({ statusCode: 204, headers: { 'x-count': 2 } })).toEqual({
    status: 204,
    headers: { 'x-count': '2' },
    body: '',
  });
});

test('a base64 body arrives as bytes', () => {
  const { body } = replyOf(JSON.stringify({ statusCode: 200, body: '//8=', isBase64Encoded: true }));
  expect([...body]).toEqual([255, 255]);
});

test.each([
  { statusCode: 'many' },
  { statusCode: 42 },
  { statusCode: 200, body: { not: 'text' } },
  { id: 1 },
  null,
])('a malformed result %j answers 500', (result) => {
  expect(reply(result)).toEqual({
    status: 500,
    headers: { 'content-type': 'application/json' },
    body: '{"message":"Internal Server Error"}',
  });
});
