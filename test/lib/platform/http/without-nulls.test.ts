import { expect, test } from 'vitest';
import * as z from 'zod';
import { NewSession } from '#lib/domain/realtime/new-session.ts';
import { createTranscription } from '#lib/domain/transcriptions/contracts.ts';
import { WebhookChange } from '#lib/domain/webhooks/views.ts';
import { NewLimits } from '#lib/domain/billing/change-limits.ts';
import { withoutNulls } from '#lib/platform/http/without-nulls.ts';

const job = (sent: unknown) => withoutNulls(createTranscription.body.schema, sent);

test('the nulls that a typed client writes for fields that are not set are removed, at every depth', () => {
  const unset = { upload_id: null, file_id: null, model: null, language_hints: null, metadata: null };
  const translation = { type: null, target_language: 'es', language_a: null, language_b: null };
  const formatting = { numerals: 'digits', fillers: null };
  expect(job({ ...unset, audio_url: 'https://a.example', translation, formatting })).toEqual({
    audio_url: 'https://a.example',
    translation: { target_language: 'es' },
    formatting: { numerals: 'digits' },
  });
  expect(job({ audio_url: 'https://a.example', translation: null, formatting: null })).toEqual({
    audio_url: 'https://a.example',
  });
  expect(withoutNulls(WebhookChange, { status: 'disabled', url: null })).toEqual({ status: 'disabled' });
});

test('a null that has a meaning stays', () => {
  const sent = { audio: { format: 'webm_opus' }, endpointing: { silence_ms: null } };
  expect(withoutNulls(NewSession, { ...sent, words: null })).toEqual(sent);
  const limits = { spend_limit_usd: null };
  expect(withoutNulls(NewLimits, limits)).toEqual(limits);
});

test.each([
  ['of a required field', { audio: null }],
  ['of an unknown field', { colour: null, constructor: null }],
  ['of a key of the caller', { metadata: { shift: null } }],
  ['in a list', { language_hints: [null] }],
  ['instead of the body', null],
  ['of a field named __proto__', JSON.parse('{"__proto__": null}')],
])('a null %s stays, to be refused', (_what, sent) => {
  expect(JSON.stringify(withoutNulls(NewSession, sent))).toBe(JSON.stringify(sent));
});

test('a field of several kinds loses its null only where one of them lacks it or need not have it', () => {
  const either = z.union([
    z.strictObject({ a: z.string(), both: z.string() }),
    z.strictObject({ b: z.string(), both: z.string() }),
  ]);
  expect(withoutNulls(either, { a: null, b: null, both: null, neither: null })).toEqual({
    both: null,
    neither: null,
  });
});
