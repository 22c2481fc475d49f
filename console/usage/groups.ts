import type { ApiKey, Usage } from '../api/types.ts';

type Group = Usage['groups'][number];
export type Used = Omit<Group, 'date'>;

const addUsd = (a: string, b: string): string => (Number(a) + Number(b)).toFixed(6);

/** Usage by key and language over all days, the most audio first. */
export const totalGroups = (groups: readonly Group[]): Used[] => {
  const totals = new Map<string, Used>();
  for (const { date: _, ...group } of groups) {
    const name = `${group.key_id}/${group.language}`;
    const before = totals.get(name);
    totals.set(name, {
      ...group,
      jobs: group.jobs + (before?.jobs ?? 0),
      audio_ms: group.audio_ms + (before?.audio_ms ?? 0),
      amount_usd: addUsd(group.amount_usd, before?.amount_usd ?? '0'),
    });
  }
  return [...totals.values()].toSorted((a, b) => b.audio_ms - a.audio_ms);
};

/** The label of a key: its name, or its part that is not secret. Jobs of people at the console have no key. */
export const keyLabel = (
  keyId: string | null,
  keys: readonly Pick<ApiKey, 'mode' | 'hint' | 'name'>[],
): string => {
  if (keyId === null) return 'Unknown';
  if (keyId.startsWith('usr_')) return 'This console';
  const named = keys.find(({ mode, hint }) => `es_${mode}_${keyId}`.startsWith(hint.replace('…', '')));
  return named?.name ?? keyId;
};
