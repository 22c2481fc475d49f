import type { QueryKey } from '@tanstack/query-core';
import { queries } from './queries.ts';

export type QueryOptions<Value> = {
  /** The name of the value in the cache, which all pages share. */
  key: QueryKey;
  load: (signal: AbortSignal) => Promise<Value>;
  /** False reads nothing, if the user's role may not read the value. */
  isAllowed?: boolean;
  /** The time in milliseconds until this value is reloaded. False for never. */
  pollMs?: (value: Value) => number | false;
  /**
   * Whether this value no longer changes. All other values are reloaded when shown, and when the window gets the focus
   * or the network is back.
   */
  isFinal?: (value: Value) => boolean;
};

/** Converts these options to those of the cache. */
export const cacheOptions = <Value>({ key, load, isAllowed = true, pollMs, isFinal }: QueryOptions<Value>) =>
  queries.defaultQueryOptions<Value>({
    queryKey: key,
    queryFn: ({ signal }) => load(signal),
    enabled: isAllowed,
    refetchInterval: ({ state: { data } }) => (data !== undefined && pollMs?.(data)) || false,
    staleTime: ({ state: { data } }) => (data !== undefined && isFinal?.(data) ? Infinity : 0),
    notifyOnChangeProps: ['data', 'error', 'status'],
  });
