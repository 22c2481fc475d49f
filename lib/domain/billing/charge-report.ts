import * as z from 'zod';
import type { Table } from '#lib/platform/aws/table.ts';
import { pageFields, type Position, toPage } from '#lib/platform/http/cursor.ts';
import { readPage } from '#lib/platform/http/read-page.ts';
import { count, instant, languageTag, usd } from '#lib/platform/http/fields.ts';
import { formatUsd } from '#lib/domain/money.ts';
import { dayMs, later } from '#lib/platform/durations.ts';
import type { Tenant } from '#lib/platform/tenant.ts';
import { toChargesCursor } from './charges-cursor.ts';
import { chargedJobOf, chargeKey, ledgerPk } from './keys.ts';
import type { DayRange } from './usage.ts';

const Row = z.object({
  sk: z.string(),
  keyId: z.string().nullable(),
  detectedLanguage: z.string().nullable(),
  name: z.string().nullable(),
  audioMs: z.int(),
  amountMicroUsd: z.int(),
  createdAt: z.string(),
});

const ChargeView = z
  .object({
    at: instant,
    transcription_id: z.string(),
    client_reference_id: z.string().nullable(),
    key_id: z.string().nullable(),
    language: languageTag.nullable(),
    audio_ms: count.meta({
      description: 'Length of the audio, counted once for each channel that was transcribed by itself.',
    }),
    amount_usd: usd.meta({
      description: 'As in the `billing` of the job; 0 for a recording without speech.',
    }),
  })
  .meta({ id: 'Charge', description: 'What a completed job cost.' });

export const ChargePage = z.object(pageFields(ChargeView)).meta({ id: 'ChargePage' });
export type ChargePage = z.infer<typeof ChargePage>;

/** Longer than any job or session lasts. */
const longestJobMs = 2 * dayMs;

const viewRow = ({ sk, ...row }: z.infer<typeof Row>): z.infer<typeof ChargeView> => ({
  at: row.createdAt,
  transcription_id: chargedJobOf(sk).id,
  client_reference_id: row.name,
  key_id: row.keyId,
  language: row.detectedLanguage,
  audio_ms: row.audioMs,
  // The line lowers the credit, so it is below zero.
  amount_usd: formatUsd(-row.amountMicroUsd),
});

export type ChargeQuery = DayRange & { readonly limit: number; readonly cursor?: Position | undefined };

/** Each about 1 MB of lines, which is all that one read returns. */
const reads = Array.from({ length: 8 }, () => 2_500);

/**
 * The charges that were written on these days, in the order of their jobs' creation. Most jobs of the two days before
 * were charged before these days, so a request reads up to 18,500 lines until the page is full. A page with fewer charges
 * may still have a next page.
 */
export const listCharges = async (
  table: Pick<Table, 'query'>,
  tenant: Tenant,
  { start, end, limit, cursor }: ChargeQuery,
): Promise<ChargePage> => {
  const from = `charge/${later(start, -longestJobMs).toISOString()}`;
  const to = `charge/${end}~`;
  const begun = cursor && chargeKey(tenant, cursor);
  // DynamoDB refuses a start outside the range. A forged cursor may contain one.
  if (begun && (begun.sk < from || begun.sk > to)) return toPage([], null);
  const { entries, next } = await readPage({ limit, cursor, isFiltered: false, reads }, async (part) => {
    const { items, last } = await table.query({
      where: 'pk = :ledger AND sk BETWEEN :from AND :to',
      filter: 'createdAt >= :start AND createdAt < :end',
      values: { ':ledger': ledgerPk(tenant), ':from': from, ':to': to, ':start': start, ':end': `${end}~` },
      limit: part.limit,
      startAfter: part.after && chargeKey(tenant, part.after),
    });
    const rows = items.map((item) => Row.parse(item));
    return {
      entries: rows.map((row) => ({ ...chargedJobOf(row.sk), row })),
      next: last ? chargedJobOf(z.string().parse(last['sk'])) : null,
    };
  });
  const page = toPage(
    entries.map(({ row }) => viewRow(row)),
    next,
  );
  return { ...page, next_cursor: next && toChargesCursor({ ...next, end }) };
};
