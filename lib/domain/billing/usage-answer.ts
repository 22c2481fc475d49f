import type { Success } from '#lib/platform/http/contract.ts';
import { csvOf } from '#lib/platform/http/csv.ts';
import { fileReply, reply } from '#lib/platform/http/reply.ts';
import type { UsageFormat } from './usage-query.ts';
import { UsageView } from './views.ts';

/** Usage, and the format of the answer. */
export type UsageAnswer = { readonly usage: UsageView; readonly format: UsageFormat };

const columns = ['date', 'mode', 'key_id', 'language', 'jobs', 'audio_ms', 'amount_usd'] as const;

const toCsv = ({ mode, groups }: UsageView): string =>
  csvOf(
    columns,
    groups.map((group) => ({ ...group, mode })),
  );

/** Usage as JSON, or its groups as CSV. */
export const usageAnswer = (example: UsageView): Success<UsageAnswer> => ({
  status: 200,
  headers: ['Content-Disposition'],
  content: {
    'application/json': { schema: UsageView, example },
    'text/csv': { example: toCsv(example) },
  },
  toReply: ({ usage, format }) =>
    format === 'json'
      ? reply(200, usage)
      : fileReply({
          filename: `${usage.project_id}.${usage.mode}.${usage.start}.${usage.end}.csv`,
          contentType: 'text/csv; charset=utf-8',
          body: toCsv(usage),
        }),
});
