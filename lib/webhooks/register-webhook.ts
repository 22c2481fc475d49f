import type { Encrypt } from '#lib/aws/kms.ts';
import type { Table } from '#lib/aws/table.ts';
import { AppError } from '#lib/errors.ts';
import { assertSameBody } from '#lib/idempotency.ts';
import { log } from '#lib/log.ts';
import type { CheckUrl } from './check-url.ts';
import type { Endpoint } from './endpoint.ts';
import { addEndpoint, type AddOutcome, maxEndpoints } from './endpoints.ts';
import { makeSecret } from './secret.ts';
import { type NewWebhook, viewWebhook, type WebhookWithSecret } from './views.ts';
import type { Tenant } from '#lib/tenant.ts';

export type RegisterDeps = {
  readonly table: Pick<Table, 'transact'>;
  readonly encrypt: Encrypt;
  readonly checkUrl: CheckUrl;
  readonly now: () => Date;
  readonly newId: () => string;
};

type Input = { readonly body: NewWebhook; readonly bodyFingerprint: string };

/** Registers a destination. The secret is in this answer and in no other: a replay is the same webhook without it. */
export const registerWebhook = async (
  deps: RegisterDeps,
  { tenant }: { readonly tenant: Tenant },
  { body, bodyFingerprint }: Input,
): Promise<{ readonly answer: WebhookWithSecret; readonly replayed: boolean }> => {
  await deps.checkUrl(body.url);
  const now = deps.now();
  const ref = { tenant, id: deps.newId() };
  const { secret, stored } = await makeSecret(deps.encrypt, ref, now);
  const endpoint: Endpoint = {
    ...ref,
    url: body.url,
    events: body.events,
    description: body.description,
    status: 'enabled',
    disabledReason: null,
    createdAt: now.toISOString(),
    secrets: [stored],
    rotations: 0,
    fingerprint: bodyFingerprint,
  };
  const outcome: AddOutcome = await addEndpoint(deps.table, endpoint);
  switch (outcome.kind) {
    case 'added':
      log.info('webhook.registered', { webhook_id: ref.id });
      return { answer: { ...viewWebhook(endpoint, now), secret }, replayed: false };
    case 'exists':
      assertSameBody(outcome.endpoint.fingerprint, bodyFingerprint);
      return { answer: { ...viewWebhook(outcome.endpoint, now), secret: null }, replayed: true };
    case 'deleted':
      throw new AppError('invalid_state', 'The webhook of this Idempotency-Key was deleted. Use a new key.');
    case 'full':
      throw new AppError(
        'invalid_state',
        `A project has at most ${maxEndpoints} webhooks. Delete one first.`,
      );
  }
};
