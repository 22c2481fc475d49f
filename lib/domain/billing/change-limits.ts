import * as z from 'zod';
import { type Actor, audited } from '#lib/domain/organizations/audit-log.ts';
import { notFound } from '#lib/domain/organizations/require.ts';
import { stillHasRight } from '#lib/domain/organizations/still-has-right.ts';
import { centsToMicroUsd, formatUsd, usdToCents } from '#lib/domain/money.ts';
import type { Table, Write } from '#lib/platform/aws/table.ts';
import { type Account, readAccount } from './balance.ts';
import { limitsKey } from './keys.ts';
import { viewSpending } from './spending-view.ts';
import type { SpendingView } from './views.ts';

export const dollars = z
  .string()
  .regex(/^\d{1,6}(\.\d{1,2})?$/, 'Send US dollars with at most two decimals, such as "250" or "99.50".')
  .transform((text) => centsToMicroUsd(usdToCents(text) ?? 0));

/** Body of PATCH …/billing. Fields that are left out stay unchanged. */
export const NewLimits = z
  .strictObject({
    spend_limit_usd: dollars.nullable().optional().meta({
      description: 'From this amount on, in a month in UTC, new jobs are refused; null for no limit.',
    }),
    spend_alert_usd: dollars.nullable().optional().meta({
      description: 'From this amount on the console warns; null for no warning.',
    }),
  })
  .meta({ id: 'NewSpendLimits' });
export type NewLimits = z.infer<typeof NewLimits>;

export type ChangeLimitsDeps = {
  readonly table: Pick<Table, 'query' | 'transact'>;
  readonly now: () => Date;
};

// Each further refusal means that another person changed the same amount between the read and the write.
const maxTries = 20;

const auditText = (microUsd: number | null): string => (microUsd === null ? 'none' : formatUsd(microUsd));

type Change = {
  readonly name: 'limitMicroUsd' | 'alertMicroUsd';
  readonly action: 'spend_limit.changed' | 'spend_alert.changed';
  readonly from: number | null;
  readonly to: number | null;
};

/** The changes in a body: the amounts that it contains and that differ from the stored ones. */
const changesOf = (account: Account, body: NewLimits): readonly Change[] => {
  const change = (name: Change['name'], action: Change['action'], to = account[name]): Change[] =>
    to === account[name] ? [] : [{ name, action, from: account[name], to }];
  return [
    ...change('limitMicroUsd', 'spend_limit.changed', body.spend_limit_usd),
    ...change('alertMicroUsd', 'spend_alert.changed', body.spend_alert_usd),
  ];
};

const clause = (word: string, parts: readonly string[]): string[] =>
  parts.length > 0 ? [`${word} ${parts.join(', ')}`] : [];

/** The write of the changed amounts. It is refused if one of them changed after it was read. It does not change other amounts. */
const stored = (organizationId: string, changes: readonly Change[]): Write => {
  const set = changes.flatMap(({ name, to }) => (to === null ? [] : [`${name} = :${name}`]));
  const removed = changes.flatMap(({ name, to }) => (to === null ? [name] : []));
  const were = changes.map(({ name, from }) =>
    from === null ? `attribute_not_exists(${name})` : `${name} = :${name}Before`,
  );
  const values = changes.flatMap(({ name, from, to }) => [
    [`:${name}`, to],
    [`:${name}Before`, from],
  ]);
  return {
    update: {
      key: limitsKey(organizationId),
      set: [...clause('SET', set), ...clause('REMOVE', removed)].join(' '),
      where: were.join(' AND '),
      values: Object.fromEntries(values.filter(([, microUsd]) => microUsd !== null)),
    },
  };
};

type By = { readonly organizationId: string; readonly actor: Actor; readonly now: Date };

const entry =
  ({ organizationId, ...by }: By) =>
  ({ action, from, to }: Change): Write =>
    audited({
      ...by,
      organizationId,
      action,
      target: { id: organizationId, name: 'spending by month' },
      change: { from: auditText(from), to: auditText(to) },
    });

/**
 * Changes the spend limit and the amount from which the console warns. A new limit applies from the next request on.
 */
export const changeLimits = async (
  { table, now }: ChangeLimitsDeps,
  organizationId: string,
  { body, actor }: { readonly body: NewLimits; readonly actor: Actor },
): Promise<SpendingView> => {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const at = now();
    const account = await readAccount(table, organizationId);
    const changes = changesOf(account, body);
    const after = { ...account, ...Object.fromEntries(changes.map(({ name, to }) => [name, to])) };
    if (changes.length === 0) return viewSpending(after, at);
    const entries = changes.map(entry({ organizationId, actor, now: at }));
    const outcome = await table.transact([
      stillHasRight({ organizationId, userId: actor.id }, 'pay'),
      stored(organizationId, changes),
      ...entries,
    ]);
    if (outcome.done) return viewSpending(after, at);
    if (outcome.reasons[0]?.refused) throw notFound();
  }
  throw new Error('Too many concurrent changes of one limit.');
};
