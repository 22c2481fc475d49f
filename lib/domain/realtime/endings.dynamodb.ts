import { assigning, type Table, type Write } from '#lib/platform/aws/table.ts';
import { charge } from '#lib/domain/billing/ledger.ts';
import { formatUsd } from '#lib/domain/money.ts';
import { completedJobEntry } from '#lib/domain/transcriptions/completed-job.dynamodb.ts';
import { eventEntry, sessionEvent } from '#lib/domain/webhooks/event.ts';
import { dueAttributes } from '#lib/platform/due-index/due-index.ts';
import { removeMember } from '#lib/platform/limits/id-set.ts';
import { liveSessionsOf } from '#lib/platform/limits/id-sets.ts';
import { addTestQuota } from '#lib/platform/limits/test-quota.ts';
import { modeOf } from '#lib/platform/tenant.ts';
import type { SessionEvent } from './events.ts';
import { expiryOf } from './expiry.ts';
import { eventKey, sessionKey, sessionOf } from './session-item.ts';
import type { SessionEnd, SessionRepository } from './session-repository.ts';
import { audioMsOf, type EndReason, RealtimeSession, type SessionRef, withoutTerms } from './session.ts';

type Endings = Pick<SessionRepository, 'close' | 'end' | 'revoke' | 'cancel' | 'expire'>;

type Ended = RealtimeSession & {
  readonly status: 'completed' | 'canceled' | 'failed';
  readonly endReason: EndReason;
  readonly startedAt: string;
  readonly endedAt: string;
  readonly billedMicroUsd: number;
};

const statusAfter = (session: RealtimeSession): Ended['status'] => {
  const { endReason } = session;
  if (endReason === 'canceled') return 'canceled';
  const isFailure = endReason === 'failed' || endReason === 'unsupported_audio_format';
  return isFailure && audioMsOf(session) === 0 ? 'failed' : 'completed';
};

/** The session as it is stored after its end. */
const endedSession = (session: RealtimeSession, { now, billedMicroUsd }: SessionEnd): Ended => ({
  ...session,
  status: statusAfter(session),
  endReason: session.endReason ?? 'failed',
  startedAt: session.startedAt ?? session.createdAt,
  endedAt: now.toISOString(),
  lastEventId: session.lastEventId + 1,
  options: withoutTerms(session.options),
  leaseUntil: null,
  billedMicroUsd,
});

const finishedEvent = (ended: Ended): SessionEvent => ({
  id: ended.lastEventId,
  at: ended.endedAt,
  type: 'session.finished',
  reason: ended.endReason,
  audioMs: audioMsOf(ended),
  billedMicroUsd: ended.billedMicroUsd,
  segments: ended.segments,
});

/** The writes of the job with the text, and of its charge. A failed session has neither. */
const outcomeWrites = (ended: Ended, { now, detectedLanguage }: SessionEnd): Write[] => {
  if (ended.status === 'failed') return [];
  const { tenant, id, transcriptionId, organizationId, keyId, billedMicroUsd } = ended;
  const audioMs = audioMsOf(ended);
  const { clientReferenceId: name, metadata } = ended.options;
  const { requestId, fingerprint, createdAt, expiresAt, startedAt, endedAt } = ended;
  const text = {
    tenant,
    id: transcriptionId,
    sessionId: id,
    organizationId,
    keyId,
    audioMs,
    billedMicroUsd,
    name,
    metadata,
    requestId,
    fingerprint,
    createdAt,
    expiresAt,
    startedAt,
    endedAt,
    detectedLanguage,
  };
  const usedBy = { tenant, organizationId, keyId, detectedLanguage };
  const charged = { ...usedBy, id: transcriptionId, createdAt, name, audioMs, heldMicroUsd: null };
  return [
    completedJobEntry(text),
    ...charge(charged, billedMicroUsd, now),
    ...(modeOf(tenant) === 'test' ? [{ update: addTestQuota(tenant, { audioMs, now }) }] : []),
  ];
};

const webhookEntry = (ended: Ended): Write => {
  const { endReason, billedMicroUsd, options, ...fields } = ended;
  return eventEntry(
    sessionEvent({
      ...fields,
      reason: endReason,
      audioMs: audioMsOf(ended),
      amountUsd: formatUsd(billedMicroUsd),
      clientReferenceId: options.clientReferenceId,
      metadata: options.metadata,
      webhookUrl: options.webhookUrl,
    }),
  );
};

/** Ends of sessions in the DynamoDB table. */
export const dynamoEndings = (table: Table): Endings => {
  const endUnused = async (ref: SessionRef, status: 'canceled' | 'expired', now: Date) => {
    const item = await table.get(sessionKey(ref));
    if (!item) return undefined;
    const { options } = RealtimeSession.parse(item);
    const endedAt = now.toISOString();
    const { set, names, values } = assigning(
      {
        status,
        endedAt,
        options: withoutTerms(options),
        ...(status === 'canceled' && { endReason: 'canceled' }),
      },
      ` REMOVE ${dueAttributes}`,
    );
    return sessionOf(
      await table.update({
        key: sessionKey(ref),
        set,
        where: `#status = :created${status === 'expired' ? ' AND secretExpiresAt <= :endedAt' : ''}`,
        names,
        values: { ...values, ':created': 'created' },
      }),
    );
  };

  return {
    close: async (ref, { reason, now, epoch }) => {
      const { set, names, values } = assigning({
        endReason: reason,
        due_at: now.toISOString(),
      });
      const outcome = await table.update({
        key: sessionKey(ref),
        set,
        where: `#status = :live AND attribute_not_exists(endReason)${epoch === undefined ? '' : ' AND epoch = :epoch'}`,
        names: { ...names, '#status': 'status' },
        values: { ...values, ':live': 'live', ...(epoch !== undefined && { ':epoch': epoch }) },
      });
      const found = outcome.item && RealtimeSession.parse(outcome.item);
      return found?.status === 'live' && found.endReason !== null ? found : undefined;
    },

    end: async (session, end) => {
      const ended = endedSession(session, end);
      const { status, endedAt, lastEventId, options, billedMicroUsd } = ended;
      const { set, names, values } = assigning(
        { status, endedAt, lastEventId, options, billedMicroUsd },
        ` REMOVE leaseUntil, ${dueAttributes}`,
      );
      const finished = finishedEvent(ended);
      const outcome = await table.transact([
        {
          update: {
            key: sessionKey(session),
            set,
            where: '#status = :live AND attribute_exists(endReason)',
            names,
            values: { ...values, ':live': 'live' },
          },
        },
        {
          put: { ...eventKey(session, finished.id), ...finished, ttl: expiryOf(session) },
          where: 'attribute_not_exists(pk)',
        },
        ...outcomeWrites(ended, end),
        webhookEntry(ended),
        { update: removeMember(liveSessionsOf(session.tenant), session.id) },
      ]);
      return outcome.done ? ended : undefined;
    },

    revoke: async (ref, now) => {
      await table.update({
        key: sessionKey(ref),
        set: 'SET revokedAt = :now',
        where: 'attribute_exists(pk) AND attribute_not_exists(revokedAt)',
        values: { ':now': now.toISOString() },
      });
    },

    cancel: (ref, now) => endUnused(ref, 'canceled', now),
    expire: (ref, now) => endUnused(ref, 'expired', now),
  };
};
