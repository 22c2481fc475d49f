import { type QueryKey, QueryObserver } from '@tanstack/query-core';
import { useEffect, useReducer, useState } from 'preact/hooks';
import { queries } from './queries.ts';

export type State<Value> =
  | { is: 'loading' }
  | { is: 'failed'; error: unknown }
  /** `problem` is why the value could not be read again. */
  | { is: 'ready'; value: Value; problem?: unknown };

export type Query<Value> = {
  state: State<Value>;
  /** Reads again and keeps the current value until then. */
  reload: () => Promise<void>;
  change: (value: Value) => void;
};

type Options<Value> = {
  /** Names the value in the cache, which all pages share. */
  key: QueryKey;
  load: (signal: AbortSignal) => Promise<Value>;
  /** The pause in milliseconds before this value is read again; false never. */
  pollMs?: (value: Value) => number | false;
  /** Whether this value changes no more. Others are read again when shown, and when the window or the network is back. */
  isFinal?: (value: Value) => boolean;
};

/** Reads a value through the cache: at once if it is known, while it is read again. */
export const useQuery = <Value>({ key, load, pollMs, isFinal }: Options<Value>): Query<Value> => {
  const options = queries.defaultQueryOptions<Value>({
    queryKey: key,
    queryFn: ({ signal }) => load(signal),
    refetchInterval: ({ state: { data } }) => (data !== undefined && pollMs?.(data)) || false,
    staleTime: ({ state: { data } }) => (data !== undefined && isFinal?.(data) ? Infinity : 0),
    notifyOnChangeProps: ['data', 'error', 'status'],
  });
  const [observer] = useState(() => new QueryObserver<Value>(queries, options));
  const [, render] = useReducer((times: number, _: void) => times + 1, 0);
  useEffect(() => observer.setOptions(options));
  useEffect(() => observer.subscribe(() => render()), [observer]);
  return {
    state: stateOf(observer.getOptimisticResult(options)),
    reload: async () => void (await observer.refetch()),
    change: (value) => void queries.setQueryData(key, () => value),
  };
};

type Result<Value> = Pick<ReturnType<QueryObserver<Value>['getCurrentResult']>, 'data' | 'error'>;

const stateOf = <Value>({ data, error }: Result<Value>): State<Value> => {
  if (data !== undefined) return { is: 'ready', value: data, ...(error && { problem: error }) };
  return error ? { is: 'failed', error } : { is: 'loading' };
};
