import { expect, test } from 'vitest';
import { idleWarning, nextStep } from '#lib/domain/realtime/next-step.ts';
import type { RealtimeSession } from '#lib/domain/realtime/session.ts';
import { idleMs, idleWarningMs } from '#lib/domain/realtime/timing.ts';
import { later } from '#lib/platform/durations.ts';
import { aSession, plainOptions } from '../../../support/realtime.ts';

const start = new Date('2026-11-20T10:00:00.000Z');
const at = (ms: number): string => later(start, ms).toISOString();
const greeted = { connection: 1, connectionId: 'c1', told: { connection: 1, eventId: 0 } };
const toSpanish = { type: 'one_way', target_language: 'es' } as const;
const live = { status: 'live', startedAt: at(0), pingedAt: at(0), ...greeted } as const;

test.each<[string, Partial<RealtimeSession>, boolean, number, ReturnType<typeof nextStep>]>([
  ['a new session waits', {}, false, 59_999, 'wait'],
  ['a session whose secret has expired expires', {}, false, 60_000, 'expire'],
  ['a live session that has been told all waits', live, false, 60_000, 'wait'],
  ['input that no runner has read wakes one', live, true, 60_000, 'wake'],
  ['a session with a runner is left to it', { ...live, leaseUntil: at(70_000) }, true, 60_000, 'wait'],
  ['a runner that died is replaced', { ...live, leaseUntil: at(50_000) }, true, 60_000, 'wake'],
  ['a client that was not greeted wakes a runner', { ...live, told: null }, false, 60_000, 'wake'],
  [
    'a text without its translation wakes a runner',
    { ...live, segments: 1, options: { ...plainOptions, translation: toSpanish } },
    false,
    60_000,
    'wake',
  ],
  [
    'a session whose texts are all translated waits',
    {
      ...live,
      segments: 1,
      translated: { segmentId: 1, eventId: 1 },
      options: { ...plainOptions, translation: toSpanish },
    },
    false,
    60_000,
    'wait',
  ],
  ['a session whose texts nobody wants translated waits', { ...live, segments: 1 }, false, 60_000, 'wait'],
  [
    'without a connection there is nobody to greet',
    { ...live, told: null, connectionId: null },
    false,
    60_000,
    'wait',
  ],
  ['a silent session waits', live, false, idleWarningMs - 1, 'wait'],
  ['the client of a silent session is warned before its end', live, false, idleWarningMs, 'wake'],
  [
    'the client of a silent session is not warned twice',
    { ...live, idleWarnedAt: at(idleWarningMs) },
    false,
    idleMs - 1,
    'wait',
  ],
  [
    'the client of a silent session is warned again after a sign of life',
    { ...live, pingedAt: at(60_000), idleWarnedAt: at(59_999) },
    false,
    60_000 + idleWarningMs,
    'wake',
  ],
  [
    'nobody is warned of the end of a silent session without a connection',
    { ...live, connectionId: null },
    false,
    idleMs - 1,
    'wait',
  ],
  ['a session that stays silent ends', live, false, idleMs, 'wake'],
  ['audio keeps a session alive', { ...live, heardAt: at(idleMs / 2) }, false, idleMs, 'wait'],
  ['a session that has lasted too long ends', { ...live, pingedAt: at(5_400_000) }, false, 5_400_000, 'wake'],
  [
    'a session lasts from its first connection, not from its creation',
    { ...live, startedAt: at(60_000), pingedAt: at(5_400_000) },
    false,
    5_459_999,
    'wait',
  ],
  [
    'a closed session that has not ended wakes a runner, also if its client is gone',
    { ...live, endReason: 'finish', connectionId: null },
    false,
    60_000,
    'wake',
  ],
  [
    'a closed session that has not ended wakes a runner',
    { ...live, endReason: 'canceled' },
    false,
    60_000,
    'wake',
  ],
  [
    'a closed session with a runner is left to it',
    { ...live, endReason: 'finish', leaseUntil: at(70_000) },
    false,
    60_000,
    'wait',
  ],
  [
    'an ended session is left alone',
    { ...live, status: 'completed', endReason: 'finish' },
    true,
    60_000,
    'wait',
  ],
])('%s', (_, fields, hasUnread, ms, step) => {
  expect(nextStep(aSession(fields), hasUnread, later(start, ms))).toBe(step);
});

test('a client is told how long its silent session still lasts, and nothing of the kind at its end', () => {
  const warned = (ms: number) => idleWarning(aSession(live), later(start, ms));
  expect([idleWarningMs - 1, idleWarningMs, idleMs - 1, idleMs].map(warned)).toEqual([
    undefined,
    idleMs - idleWarningMs,
    1,
    undefined,
  ]);
});
