import { expect, test } from 'vitest';
import { entityTag } from '#lib/platform/http/middleware/entity-tag.ts';
import { httpEvent } from '../../../../support/http-event.ts';
import { runMiddleware } from '../../../../support/run-middleware.ts';

const answering =
  (body: string, statusCode = 200) =>
  () => ({ statusCode, headers: { 'content-type': 'text/plain' }, body });

const tagOf = async (body: string) =>
  String((await runMiddleware(entityTag(), { answer: answering(body) })).reply.headers?.['etag']);

test('the same content has the same weak ETag, other content another', async () => {
  expect(await tagOf('one')).toMatch(/^W\/"[\w-]{22}"$/);
  expect(await tagOf('one')).toBe(await tagOf('one'));
  expect(await tagOf('two')).not.toBe(await tagOf('one'));
});

test('If-None-Match with that ETag, strong or weak, or a star is 304 without body and content type', async () => {
  const etag = await tagOf('one');
  for (const sent of [etag, etag.slice(2), `"other", ${etag}`, '*']) {
    const event = httpEvent({ headers: { 'if-none-match': sent } });
    const { reply } = await runMiddleware(entityTag(), { event, answer: answering('one') });
    expect(reply).toEqual({ statusCode: 304, headers: { etag } });
  }
});

test('If-None-Match with the ETags of other contents gets the content', async () => {
  const event = httpEvent({ headers: { 'if-none-match': `${await tagOf('two')}, "other"` } });
  const { reply } = await runMiddleware(entityTag(), { event, answer: answering('one') });
  expect(reply).toMatchObject({ statusCode: 200, body: 'one', headers: { etag: await tagOf('one') } });
});

test('an error has no ETag', async () => {
  const { reply } = await runMiddleware(entityTag(), { answer: answering('no', 400) });
  expect(reply).toEqual({ statusCode: 400, headers: { 'content-type': 'text/plain' }, body: 'no' });
});
