import { expect, test } from 'vitest';
import { afterEvent, averageDelayMs, nothingSpoken } from '../../../console/live/spoken.ts';
import type { RealtimeEvent } from '../../../sdk/typescript/realtime.ts';

const base = { session_id: 'rts_a', at: '2026-11-20T10:00:00.000Z' };
const partial = (text: string, stable: number): RealtimeEvent => ({
  ...base,
  type: 'transcript.partial',
  through: 0,
  segment: { id: 1, start_ms: 100, text, language: 'en', stable_chars: stable, revision: 1 },
});
const final: RealtimeEvent = {
  ...base,
  type: 'transcript.final',
  id: 1,
  segment: { id: 1, start_ms: 100, end_ms: 900, text: 'Hello.', language: 'en', end_reason: 'silence' },
};

test('a final text replaces the partial one and has the delay since its end', () => {
  const spoken = afterEvent(afterEvent(nothingSpoken, partial('Hell', 2), 800), final, 1_420);
  expect(spoken).toMatchObject({
    partial: undefined,
    finals: [{ id: 1, text: 'Hello.', language: 'en', delayMs: 520 }],
  });
});

test('the delay that is shown is the average of all final texts, and none before the first', () => {
  expect(averageDelayMs([])).toBeUndefined();
  expect(averageDelayMs([{ delayMs: 500 }, { delayMs: 700 }])).toBe(600);
});

test('a partial text replaces the one before', () => {
  const spoken = afterEvent(afterEvent(nothingSpoken, partial('He', 0), 0), partial('Hello', 3), 0);
  expect(spoken.partial).toEqual({ text: 'Hello', stableChars: 3, language: 'en' });
});

test('a translation is shown with the text that it is of', () => {
  const translation: RealtimeEvent = {
    ...base,
    type: 'translation.final',
    id: 2,
    segment_id: 1,
    text: 'Hola.',
    language: 'es',
  };
  const spoken = afterEvent(afterEvent(nothingSpoken, final, 1_420), translation, 1_500);
  expect(spoken.finals).toMatchObject([
    { id: 1, text: 'Hello.', translation: { text: 'Hola.', language: 'es' } },
  ]);
});

const end: Extract<RealtimeEvent, { type: 'session.finished' }> = {
  ...base,
  type: 'session.finished',
  id: 2,
  reason: 'finish',
  audio_ms: 1_000,
  segments: 1,
  transcription_id: 'ofq_a',
  billing: { billed_ms: 1_000, unit_price_usd_per_minute: '0.005', amount_usd: '0.000083' },
};

test('the end has the price and the id of the transcription', () => {
  expect(afterEvent(nothingSpoken, end, 0)).toMatchObject({
    finished: { transcriptionId: 'ofq_a', amountUsd: '0.000083' },
    problem: undefined,
  });
});

test('a session that ended while somebody spoke says why', () => {
  const ended = afterEvent(nothingSpoken, { ...end, reason: 'insufficient_credits' }, 0);
  expect(ended.problem).toBe('The session has ended: the credit is used up.');
});

test('the end after an error does not hide what the error said', () => {
  const before = { ...nothingSpoken, problem: 'The audio is not supported.' };
  const ended = afterEvent(before, { ...end, reason: 'unsupported_audio_format' }, 0);
  expect(ended.problem).toBe('The audio is not supported.');
});
