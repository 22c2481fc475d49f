import type { Encrypt } from '#lib/platform/aws/kms.ts';
import type { Table } from '#lib/platform/aws/table.ts';
import { AppError } from '#lib/platform/errors.ts';
import { notFound } from '#lib/domain/organizations/require.ts';
import { assertSameBody, type Created, createdThenDeleted } from '#lib/platform/idempotency.ts';
import type { Limits } from '#lib/platform/limits/limits.ts';
import { limitReached } from '#lib/platform/limits/limit-reached.ts';
import { log } from '#lib/platform/log.ts';
import type { AuditWebhook } from './audit.ts';
import type { CheckUrl } from './check-url.ts';
import type { Webhook } from './webhook.ts';
import { addWebhook, type AddOutcome } from './webhook-places.ts';
import { wasRegistered } from './webhook-repository.ts';
import { makeSecret } from './secret.ts';
import { type NewWebhook, viewWebhook, type WebhookWithSecret } from './views.ts';
import type { Owner } from '#lib/platform/tenant.ts';

export type RegisterDeps = {
  readonly table: Pick<Table, 'get' | 'transact'>;
  readonly encrypt: Encrypt;
  readonly checkUrl: CheckUrl;
  readonly now: () => Date;
  readonly newId: () => string;
  readonly audit: AuditWebhook;
  readonly limits: Pick<Limits, 'webhooksPerProject' | 'webhooksPerOrganization'>;
};

type Input = { readonly body: NewWebhook; readonly bodyFingerprint: string };

const tooMany = ({ of, max }: Extract<AddOutcome, { readonly kind: 'full' }>) => {
  const whose = of === 'project' ? 'The project has' : 'The projects of the organization together have';
  return limitReached(
    { limit: `webhooks_per_${of}_max`, max },
    `${whose} ${max} webhooks, the maximum. Delete one first.`,
  );
};

/** Registers a webhook. Only this response has the secret; a replay returns the same webhook without it. */
export const registerWebhook = async (
  deps: RegisterDeps,
  { tenant, organizationId }: Owner,
  { body, bodyFingerprint }: Input,
): Promise<Created<WebhookWithSecret>> => {
  const ref = { tenant, id: deps.newId() };
  // A replay gets the same answer, even when the address is down by now.
  if (body.url !== null && !(await wasRegistered(deps.table, ref))) await deps.checkUrl(body.url);
  const now = deps.now();
  const { secret, stored } = await makeSecret(deps.encrypt, ref, now);
  const webhook: Webhook = {
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
  const outcome: AddOutcome = await addWebhook(deps.table, webhook, {
    organizationId,
    limits: deps.limits,
    record: deps.audit('webhook.created', webhook, now),
  });
  switch (outcome.kind) {
    case 'added':
      log.info('webhook.registered', { webhook_id: ref.id });
      return { value: { ...viewWebhook(webhook, now), secret }, replayed: false };
    case 'exists':
      assertSameBody(outcome.webhook.fingerprint, bodyFingerprint);
      return { value: { ...viewWebhook(outcome.webhook, now), secret: null }, replayed: true };
    case 'deleted':
      throw createdThenDeleted('webhook');
    case 'has_one':
      throw new AppError(
        'invalid_state',
        'The project has a webhook without an address. Rotate its secret if you do not have it, or delete it first.',
      );
    case 'full':
      throw tooMany(outcome);
    case 'refused':
      throw notFound();
  }
};
