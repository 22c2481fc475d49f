import * as z from 'zod';
import { type Actor, audited } from '#lib/domain/organizations/audit-log.ts';
import { centsToMicroUsd, formatUsd, usdToCents } from '#lib/domain/money.ts';
import { assigning, type Table, type Write } from '#lib/platform/aws/table.ts';
import { type Account, readAccount } from './balance.ts';
import { limitsKey } from './keys.ts';
import { viewSpending } from './spending-view.ts';
import type { SpendingView } from './views.ts';

export const dollars = z
  .string()
  .regex(/^\d{1,6}(\.\d{1,2})?$/, 'Send US dollars with at most two decimals, such as "250" or "99.50".')
  .transform((text) => centsToMicroUsd(usdToCents(text) ?? 0));

/** Body of PATCH …/billing. What is left out stays as it is. */
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

const said = (microUsd: number | null): string => (microUsd === null ? 'none' : formatUsd(microUsd));

type Limits = Pick<Account, 'limitMicroUsd' | 'alertMicroUsd'>;
type Change = { readonly organizationId: string; readonly actor: Actor; readonly now: Date };

/** An entry of the audit log for each amount that changes. */
const entries = ({ organizationId, ...by }: Change, before: Limits, after: Limits): Write[] => {
  const entry = (action: 'spend_limit.changed' | 'spend_alert.changed', name: keyof Limits) =>
    before[name] === after[name]
      ? []
      : [
          audited({
            ...{ ...by, organizationId, action, target: { id: organizationId, name: 'spending by month' } },
            change: { from: said(before[name]), to: said(after[name]) },
          }),
        ];
  return [...entry('spend_limit.changed', 'limitMicroUsd'), ...entry('spend_alert.changed', 'alertMicroUsd')];
};

const stored = (organizationId: string, { limitMicroUsd, alertMicroUsd }: Limits): Write => {
  const amounts = { limitMicroUsd, alertMicroUsd };
  const set = Object.fromEntries(Object.entries(amounts).filter(([, amount]) => amount !== null));
  const absent = Object.entries(amounts).flatMap(([name, amount]) => (amount === null ? [name] : []));
  const removed = absent.length > 0 ? `REMOVE ${absent.join(', ')}` : '';
  const key = limitsKey(organizationId);
  if (Object.keys(set).length === 0) return { update: { key, set: removed } };
  return { update: { key, ...assigning(set, ` ${removed}`) } };
};

/** Changes the spend limit and the amount from which the console warns. A new limit holds from the next request on. */
export const changeLimits = async (
  { table, now }: ChangeLimitsDeps,
  organizationId: string,
  { body, actor }: { readonly body: NewLimits; readonly actor: Actor },
): Promise<SpendingView> => {
  const at = now();
  const account = await readAccount(table, organizationId);
  const { spend_limit_usd: limit, spend_alert_usd: alert } = body;
  const after = {
    limitMicroUsd: limit === undefined ? account.limitMicroUsd : limit,
    alertMicroUsd: alert === undefined ? account.alertMicroUsd : alert,
  };
  const changes = entries({ organizationId, actor, now: at }, account, after);
  if (changes.length > 0) await table.transact([stored(organizationId, after), ...changes]);
  return viewSpending({ ...account, ...after }, at);
};
