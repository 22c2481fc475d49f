import type { Success } from '#lib/platform/http/contract.ts';
import { csvOf } from '#lib/platform/http/csv.ts';
import { exampleId } from '#lib/platform/http/parameters.ts';
import { fileReply, reply } from '#lib/platform/http/reply.ts';
import { modeOf, projectOf, type Tenant } from '#lib/platform/tenant.ts';
import { ChargePage } from './charge-report.ts';
import type { UsageFormat } from './usage-query.ts';
import type { DayRange } from './usage.ts';

/** Charges, their tenant and days, and the format of the answer. */
export type ChargesAnswer = DayRange & {
  readonly tenant: Tenant;
  readonly page: ChargePage;
  readonly format: UsageFormat;
  readonly limit: number;
};

const columns = [
  'at',
  'mode',
  'transcription_id',
  'client_reference_id',
  'key_id',
  'language',
  'audio_ms',
  'amount_usd',
] as const;

const toCsv = ({ data }: ChargePage, mode: string): string =>
  csvOf(
    columns,
    data.map((charge) => ({ ...charge, mode })),
  );

const example: ChargePage = {
  data: [
    {
      at: '2026-11-20T10:00:09.000Z',
      transcription_id: exampleId('ofq'),
      client_reference_id: 'call-42',
      key_id: 'h8Fk2LmQ7sT4vX1z',
      language: 'en',
      audio_ms: 61_240,
      amount_usd: '0.005103',
    },
  ],
  has_more: false,
  next_cursor: null,
};

const nextLink = ({ start, end, limit, page }: ChargesAnswer): string => {
  const query = new URLSearchParams({ start, end, format: 'csv', limit: String(limit) });
  query.set('cursor', page.next_cursor ?? '');
  return `</v1/reports/charges?${query.toString()}>; rel="next"`;
};

const csvReply = (answer: ChargesAnswer) => {
  const { tenant, page, start, end } = answer;
  const file = fileReply({
    filename: `${projectOf(tenant)}.${modeOf(tenant)}.charges.${start}.${end}.csv`,
    contentType: 'text/csv; charset=utf-8',
    body: toCsv(page, modeOf(tenant)),
  });
  return { ...file, headers: { ...file.headers, ...(page.has_more && { link: nextLink(answer) }) } };
};

/** A page of charges as JSON, or as CSV with a link to the next page. */
export const chargesAnswer: Success<ChargesAnswer> = {
  status: 200,
  headers: ['Content-Disposition'],
  content: {
    'application/json': { schema: ChargePage, example },
    'text/csv': { example: toCsv(example, 'live') },
  },
  toReply: (answer) => (answer.format === 'json' ? reply(200, answer.page) : csvReply(answer)),
};
