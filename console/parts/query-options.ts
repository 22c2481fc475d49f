import type { QueryKey } from '@tanstack/query-core';
import { queries } from './queries.ts';

export type QueryOptions<Value> = {
  /** Names the value in the cache, which all pages share. */
  key: QueryKey;
  load: (signal: AbortSignal) => Promise<Value>;
  /** False reads nothing, for what the user's role may not read. */
  isAllowed?: boolean;
  /** The pause in milliseconds before this value is read again; false never. */
  pollMs?: (value: Value) => number | false;
  /** Whether this value changes no more. Others are read again when shown, and when the window or the network is back. */
  isFinal?: (value: Value) => boolean;
};

/** These options as the cache takes them. */
export const cacheOptions = <Value>({ key, load, isAllowed = true, pollMs, isFinal }: QueryOptions<Value>) =>
  queries.defaultQueryOptions<Value>({
    queryKey: key,
    queryFn: ({ signal }) => load(signal),
    enabled: isAllowed,
    refetchInterval: ({ state: { data } }) => (data !== undefined && pollMs?.(data)) || false,
    staleTime: ({ state: { data } }) => (data !== undefined && isFinal?.(data) ? Infinity : 0),
    notifyOnChangeProps: ['data', 'error', 'status'],
  });
