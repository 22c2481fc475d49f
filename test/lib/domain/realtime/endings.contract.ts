import { chargeKey } from '#lib/domain/billing/keys.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { randomId } from '#lib/platform/ids.ts';
import { dynamoJobs } from '#lib/domain/transcriptions/transcription-repository.dynamodb.ts';
import { eventKey, sessionEventId } from '#lib/domain/webhooks/event.ts';
import { readTestQuota } from '#lib/platform/limits/test-quota.ts';
import {
  aCommit,
  aFinal,
  at,
  nothingNew,
  resume,
  scenes,
  secret,
  start,
  type World,
} from './session-scenes.ts';

const end = { now: at(20_000), detectedLanguage: 'en', billedMicroUsd: 1_000 };

/** The guarantees of every `SessionRepository` about the end of a session. */
export const sessionEndingsContract = (name: string, open: () => Promise<World>): void => {
  describe(`the end of a session on ${name}`, () => {
    let world: World;
    beforeAll(async () => {
      world = await open();
    });
    const { created, connect, live, claimed, closed, found, dueAt } = scenes(() => world);

    test('a session that is closed decides and tells nothing more', async () => {
      const session = await claimed();
      expect(await world.store.close(session, { reason: 'canceled', now: at(9) })).toMatchObject({
        status: 'live',
        endReason: 'canceled',
      });
      expect(await world.store.commit(session, aCommit(1_000, aFinal(1)))).toBeUndefined();
      expect(await world.store.noteTold(session, 900, nothingNew(9))).toBeUndefined();
      const { epoch } = session;
      for (const by of [{}, { epoch }])
        expect(await world.store.close(session, { reason: 'finish', now: at(9), ...by })).toMatchObject({
          endReason: 'canceled',
        });
      expect(await dueAt(session, at(9))).toBeDefined();
    });

    test('a session that is not live cannot be closed', async () => {
      const waiting = await created();
      const over = await created();
      await world.store.expire(over, at(60_000));
      for (const session of [waiting, await found(over)]) {
        expect(await world.store.close(session, { reason: 'canceled', now: at(9) })).toBeUndefined();
        expect(await found(session)).toEqual(session);
      }
    });

    test.each(['cancel', 'expire'] as const)(
      'a session that ended after it was read is not connected (%s)',
      async (how) => {
        const session = await created();
        const ended = await world.store[how](session, at(60_000));
        expect(ended?.endedAt).toBe(at(60_000).toISOString());
        expect(await connect(session, secret)).toBe('refused');
        expect(await found(session)).toEqual(ended);
      },
    );

    test('the secret of a session opens it no more once it is closed', async () => {
      const session = await live();
      const closing = await world.store.close(session, { reason: 'canceled', now: at(1) });
      expect(await connect(session, secret)).toBe('refused');
      expect(await found(session)).toEqual(closing);
    });

    test('the end creates a completed job, charges once and is the last event', async () => {
      const session = await closed();
      const outcomes = await Promise.all(Array.from({ length: 10 }, () => world.store.end(session, end)));
      expect(outcomes.filter(Boolean)).toHaveLength(1);
      const after = await found(session);
      expect(after).toMatchObject({
        status: 'completed',
        endedAt: at(20_000).toISOString(),
        leaseUntil: null,
      });
      const job = { tenant: session.tenant, id: session.transcriptionId };
      expect(await dynamoJobs(world.table).find(job)).toMatchObject({
        status: 'completed',
        audioMs: 12_000,
        billedMicroUsd: 1_000,
        detectedLanguage: 'en',
        uploadId: session.id,
        startedAt: session.startedAt,
        completedAt: at(20_000).toISOString(),
      });
      expect(await readTestQuota(world.table, session.tenant, start)).toBe(0);
      const line = chargeKey(session.tenant, { ...session, id: session.transcriptionId });
      expect(await world.table.get(line)).toMatchObject({ amountMicroUsd: -1_000, audioMs: 12_000 });
      expect(await world.store.readEvents(session, 1)).toEqual([
        {
          id: 2,
          at: at(20_000).toISOString(),
          type: 'session.finished',
          reason: 'finish',
          audioMs: 12_000,
          billedMicroUsd: 1_000,
          segments: 1,
        },
      ]);
      expect(await dueAt(session, at(1_000_000))).toBeUndefined();
      expect(await world.store.claimLease(session, at(1_000_000))).toBeUndefined();
      expect(await found(session)).toEqual(after);
    });

    test('the end is told to webhooks without its text', async () => {
      const session = await closed();
      await world.store.end(session, end);
      const item = await world.table.get(eventKey({ tenant: session.tenant, id: sessionEventId(session) }));
      expect(item).toMatchObject({
        type: 'realtime.session.finished',
        transcriptionId: session.transcriptionId,
      });
      expect(JSON.parse(String(item?.['payload']))).toMatchObject({
        data: { id: session.id, audio_ms: 12_000, end_reason: 'finish', amount_usd: '0.001000' },
      });
    });

    test('the last runner and the client of an ended session change nothing more', async () => {
      const session = await closed();
      await world.store.end(session, end);
      const after = await found(session);
      expect(await world.store.renewLease(session, nothingNew(9))).toBeUndefined();
      expect(await world.store.issueResume(session, 'hash')).toBeUndefined();
      expect(await world.store.close(session, { reason: 'canceled', now: at(9) })).toBeUndefined();
      await world.store.giveBack(session, { ...nothingNew(9), readThrough: 320 });
      await world.store.notePing(session, at(9));
      expect(await found(session)).toEqual(after);
    });

    test('a session that was canceled before its first connection cannot end again', async () => {
      const canceled = await world.store.cancel(await created(), at(5));
      if (!canceled) throw new Error('A created session can be canceled.');
      expect(await world.store.end(canceled, end)).toBeUndefined();
      expect(await found(canceled)).toEqual(canceled);
    });

    test('a session that is not closed cannot end', async () => {
      const session = await claimed();
      expect(await world.store.end(session, end)).toBeUndefined();
      expect(await found(session)).toEqual(session);
    });

    test('the end in test mode costs nothing and counts in the quota of the day', async () => {
      const session = await closed({ tenant: `${randomId('prj')}.test` });
      await world.store.end(session, { ...end, billedMicroUsd: 0 });
      expect(await readTestQuota(world.table, session.tenant, start)).toBe(12_000);
      const line = chargeKey(session.tenant, { ...session, id: session.transcriptionId });
      expect(await world.table.get(line)).toBeUndefined();
    });

    test.each([
      ['failed', 'failed', 0],
      ['unsupported_audio_format', 'failed', 0],
      ['failed', 'completed', 1_000],
      ['finish', 'completed', 0],
      ['idle', 'completed', 0],
      ['canceled', 'canceled', 0],
    ] as const)(
      'a session that ends as %s is %s with %i ms of audio, and has a transcription unless it failed',
      async (reason, status, audioMs) => {
        const session = await claimed();
        const heard = audioMs > 0 ? await world.store.commit(session, aCommit(audioMs)) : session;
        const done = heard && (await world.store.close(heard, { reason, now: at(9) }));
        if (done) await world.store.end(done, end);
        expect(await found(session)).toMatchObject({ status, endReason: reason });
        const job = { tenant: session.tenant, id: session.transcriptionId };
        expect((await dynamoJobs(world.table).find(job))?.status).toBe(
          status === 'failed' ? undefined : 'completed',
        );
      },
    );

    test('the job has the labels of its session, as does the event of the end', async () => {
      const { options } = await created();
      const labels = { clientReferenceId: 'call-42', metadata: { team: 'support' } };
      const session = await closed({ options: { ...options, ...labels } });
      await world.store.end(session, end);
      const job = { tenant: session.tenant, id: session.transcriptionId };
      expect(await dynamoJobs(world.table).find(job)).toMatchObject({
        name: 'call-42',
        request: { metadata: { team: 'support' } },
      });
      const item = await world.table.get(eventKey({ tenant: session.tenant, id: sessionEventId(session) }));
      expect(JSON.parse(String(item?.['payload'])).data).toMatchObject({
        client_reference_id: 'call-42',
        metadata: { team: 'support' },
      });
    });

    test.each(['live', 'ended'])(
      'of many attempts to resume a session with one token exactly one connects (%s)',
      async (state) => {
        const session = state === 'live' ? await claimed() : await closed();
        await world.store.issueResume(session, resume('t').hash);
        if (state === 'ended') await world.store.end(await found(session), { ...end, now: at(0) });
        const seen = await found(session);
        const attempts = Array.from({ length: 20 }, () => connect(seen, resume('t')));
        const outcomes = await Promise.all(attempts);
        expect(outcomes.filter((outcome) => outcome !== 'refused')).toHaveLength(1);
      },
    );

    test('a client that reconnects at the same moment does not revive the session', async () => {
      const session = await closed();
      await world.store.issueResume(session, resume('t').hash);
      const seen = await found(session);
      await world.store.end(seen, end);
      expect(await connect(seen, resume('t'))).toBe('refused');
      expect(await found(session)).toMatchObject({ status: 'completed' });
    });

    test('the end erases what helped to recognize, also if the session was never connected', async () => {
      const { options } = await created();
      const helped = { options: { ...options, context: 'private', customVocabulary: ['Zoë'] } };
      const [ended, canceled, expired] = [await closed(helped), await created(helped), await created(helped)];
      await world.store.end(ended, end);
      await world.store.cancel(canceled, at(5));
      await world.store.expire(expired, at(60_000));
      for (const session of [ended, canceled, expired])
        expect((await found(session)).options).toEqual(options);
    });

    test('a session that was never connected is canceled or expires, and one that is live does neither', async () => {
      const canceled = await created();
      expect(await world.store.cancel(canceled, at(5))).toMatchObject({
        status: 'canceled',
        endReason: 'canceled',
      });
      expect(await world.store.cancel(canceled, at(5))).toBeUndefined();
      const expired = await created();
      expect(await world.store.expire(expired, at(59_999))).toBeUndefined();
      const ended = { status: 'expired', endReason: null };
      expect(await world.store.expire(expired, at(60_000))).toMatchObject(ended);
      for (const session of [canceled, expired]) expect(await dueAt(session, at(1_000_000))).toBeUndefined();
      const connected = await live();
      expect(await world.store.cancel(connected, at(60_000))).toBeUndefined();
      expect(await world.store.expire(connected, at(60_000))).toBeUndefined();
    });
  });
};
