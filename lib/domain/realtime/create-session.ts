import type { Caller } from '#lib/domain/auth/caller.ts';
import { assertHints } from '#lib/domain/transcriptions/assert-hints.ts';
import { assertFormatting } from '#lib/domain/transcriptions/formatting.ts';
import { creditUsedUp, testQuotaUsedUp } from '#lib/domain/transcriptions/create-transcription.ts';
import { languagesOfChoice } from '#lib/domain/transcriptions/assert-model.ts';
import { assertTranslatable } from '#lib/domain/transcriptions/translatable.ts';
import { jobLifetime } from '#lib/domain/transcriptions/timing.ts';
import { type IsOverLimit, spendLimitReached } from '#lib/domain/billing/spend-limit.ts';
import type { CheckJobUrl } from '#lib/domain/webhooks/check-job-url.ts';
import { later, secondMs } from '#lib/platform/durations.ts';
import type { AppError } from '#lib/platform/errors.ts';
import { assertSameBody, type Created } from '#lib/platform/idempotency.ts';
import { derivedId } from '#lib/platform/ids.ts';
import type { SpeechModel } from '#lib/speech/engines/models.ts';
import type { LanguagePairs } from '#lib/speech/translation/language-pairs.ts';
import type { Allowance } from './allowance.ts';
import { hashSecret } from '#lib/domain/auth/api-key.ts';
import { clientSecret } from './credentials.ts';
import { type NewSession, optionsOf } from './new-session.ts';
import type { SessionRepository } from './session-repository.ts';
import { initialSession, type RealtimeSession } from './session.ts';

export type CreateSessionDeps = {
  readonly sessions: Pick<SessionRepository, 'create' | 'find'>;
  readonly allowance: Allowance;
  readonly isOverLimit: IsOverLimit;
  readonly models: readonly SpeechModel[];
  /** The pairs of the text translator. Speech models do not translate live speech. */
  readonly translation: LanguagePairs;
  readonly checkWebhookUrl: CheckJobUrl;
  readonly newId: () => string;
  readonly now: () => Date;
  readonly retentionDays: number;
};

export type CreatedSession = {
  readonly session: RealtimeSession;
  /** Null in a replay under another API key. */
  readonly clientSecret: { readonly value: string; readonly expiresAt: string } | null;
};

export type SessionRequest = {
  readonly requestId: string;
  readonly body: NewSession;
  readonly bodyFingerprint: string;
  /** The secret of the API key that sent the request; null for a person at the console. */
  readonly keySecret: string | null;
};

/** Creates a session of the caller's project. A replay under the same key returns the same session and secret. */
export const createSession = async (
  deps: CreateSessionDeps,
  caller: Caller,
  { requestId, body, bodyFingerprint, keySecret }: SessionRequest,
): Promise<Created<CreatedSession>> => {
  const options = optionsOf(body);
  const languages = languagesOfChoice(body.model, deps.models);
  assertHints(body.language_hints, { model: body.model, languages });
  assertTranslatable(options, languages, deps.translation);
  assertFormatting(options, languages);
  const now = deps.now();
  const id = deps.newId();
  const value = clientSecret(id, keySecret);
  const session: RealtimeSession = {
    ...initialSession,
    tenant: caller.tenant,
    id,
    requestId,
    fingerprint: bodyFingerprint,
    organizationId: caller.organizationId,
    keyId: caller.keyId,
    transcriptionId: derivedId('ofq', [caller.tenant, id]),
    options,
    secretHash: hashSecret(value),
    secretExpiresAt: later(now, body.client_secret_ttl_seconds * secondMs).toISOString(),
    ...jobLifetime(now, deps.retentionDays),
  };
  // A replay gets the same answer even if the host of the address is down by now.
  if (options.webhookUrl !== null && !(await deps.sessions.find(session)))
    await deps.checkWebhookUrl(caller.tenant, options.webhookUrl);
  const outcome = await create(deps, session);
  if (outcome.kind === 'created') return { value: shown(session, value), replayed: false };
  assertSameBody(outcome.session.fingerprint, bodyFingerprint);
  return { value: shown(outcome.session, value), replayed: true };
};

/** The reason why the session may not be created. Undefined if it may. */
const refusalOf = async (
  { allowance, isOverLimit, now }: CreateSessionDeps,
  session: RealtimeSession,
): Promise<AppError | undefined> => {
  const [refusal, isOver] = await Promise.all([allowance(session, 0), isOverLimit(session)]);
  if (refusal === 'insufficient_credits') return creditUsedUp();
  if (refusal === 'test_quota_exceeded') return testQuotaUsedUp(now());
  return isOver ? spendLimitReached() : undefined;
};

const create = async (deps: CreateSessionDeps, session: RealtimeSession) => {
  const refusal = await refusalOf(deps, session);
  if (refusal === undefined) return deps.sessions.create(session);
  // A replay returns the existing session.
  const found = await deps.sessions.find(session);
  if (found) return { kind: 'exists', session: found } as const;
  throw refusal;
};

const shown = (session: RealtimeSession, value: string): CreatedSession => {
  const isItsSecret = session.secretHash === hashSecret(value);
  return { session, clientSecret: isItsSecret ? { value, expiresAt: session.secretExpiresAt } : null };
};
