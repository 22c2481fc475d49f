import type { Item, Table } from '#lib/platform/aws/table.ts';
import { keyList } from '#lib/domain/api-keys/project-key.ts';
import { erasedRequest } from '#lib/domain/transcriptions/transcription.ts';
import { jobKey, newJobItem } from '#lib/domain/transcriptions/job-item.ts';
import { type Webhook, webhookKey } from '#lib/domain/webhooks/webhook.ts';
import { later, minuteMs } from '#lib/platform/durations.ts';
import { listIndexKeys } from '#lib/platform/http/list-index-keys.ts';
import { rowKey } from '#lib/platform/http/list-rows.ts';
import { webhooksOf } from '#lib/platform/limits/id-sets.ts';
import { tenantOf } from '#lib/platform/tenant.ts';
import { aTranscription } from '../support/transcription.ts';

const first = new Date('2026-11-20T10:00:00.000Z');
const threeDigits = (at: number): string => String(at).padStart(3, '0');
/** An id in the service's format, so that lists can continue after it: `042` as `ofq_aa…aec`. */
export const longListId = (prefix: string, at: string): string =>
  `${prefix}_${at.replaceAll(/\d/g, (digit) => 'abcdefghij'.charAt(Number(digit))).padStart(26, 'a')}`;
const times = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    at: threeDigits(at),
    createdAt: later(first, at * minuteMs).toISOString(),
  }));

/** Completed jobs, one a minute. Each tenth job failed. */
export const putJobs = async (table: Table, projectId: string, count: number): Promise<void> => {
  const tenant = tenantOf(projectId, 'live');
  await putAll(
    table,
    times(count).map(({ at, createdAt }) => {
      const id = longListId('ofq', at);
      const job = aTranscription({
        tenant,
        id,
        createdAt,
        completedAt: createdAt,
        request: { ...erasedRequest, filename: `call-${at}.mp3` },
        status: at.endsWith('7') ? 'failed' : 'completed',
        sourceDeletedAt: createdAt,
        expiresAt: '2099-01-01T00:00:00.000Z',
      });
      return {
        ...newJobItem(job),
        ...jobKey({ tenant, id }),
        ...listIndexKeys(tenant, { createdAt, id }),
      };
    }),
  );
};

/** Revoked keys, one a minute. */
export const putKeys = (table: Table, projectId: string, count: number): Promise<void> =>
  putAll(
    table,
    times(count).map(({ at, createdAt }) => ({
      projectId,
      id: longListId('key', at),
      keyId: `Key${at}`,
      name: `Server ${at}`,
      mode: 'live',
      createdAt,
      createdBy: { id: 'usr_1', email: 'ada@example.com' },
      revokedAt: createdAt,
      fingerprint: 'f',
      ...rowKey(keyList(projectId), { createdAt, id: longListId('key', at) }),
    })),
  );

/** Endpoints, one a minute. */
export const putWebhooks = async (table: Table, projectId: string, count: number): Promise<void> => {
  const tenant = tenantOf(projectId, 'live');
  const secret = { ciphertext: 'none', hint: 'whsec_Ab12…', expiresAt: null };
  await putAll(
    table,
    times(count).map(({ at, createdAt }): Webhook & Item => ({
      tenant,
      id: longListId('whk', at),
      url: `https://shop-${at}.example.com/hook`,
      description: '',
      events: ['transcription.completed'],
      status: 'enabled',
      disabledReason: null,
      createdAt,
      secrets: [{ ...secret, createdAt }],
      rotations: 0,
      fingerprint: 'f',
      ...webhookKey({ tenant, id: longListId('whk', at) }),
    })),
  );
  const ids = new Set(times(count).map(({ at }) => longListId('whk', at)));
  await table.update({ key: webhooksOf(tenant).key, set: 'ADD endpoints :ids', values: { ':ids': ids } });
};

const putAll = async (table: Table, items: readonly Item[]): Promise<void> => {
  await Promise.all(items.map((item) => table.putNew(item)));
};
