import { QueryObserver } from '@tanstack/query-core';
import { useEffect, useReducer, useState } from 'preact/hooks';
import { ApiError } from '../api/api-error.ts';
import { queries } from './queries.ts';
import { cacheOptions, type QueryOptions } from './query-options.ts';

type State<Value> =
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

/** Reads a value through the cache: at once if it is known, while it is read again. */
export const useQuery = <Value>(options: QueryOptions<Value>): Query<Value> => {
  const cached = cacheOptions(options);
  const [observer] = useState(() => new QueryObserver<Value>(queries, cached));
  const [, render] = useReducer((times: number, _: void) => times + 1, 0);
  // Subscribed first: setting options also takes in a value that arrived since the rendering, and tells its subscribers.
  useEffect(() => observer.subscribe(() => render()), [observer]);
  useEffect(() => observer.setOptions(cached));
  return {
    state: stateOf(observer.getOptimisticResult(cached)),
    reload: async () => void (await observer.refetch()),
    change: (value) => void queries.setQueryData(options.key, () => value),
  };
};

type Result<Value> = Pick<ReturnType<QueryObserver<Value>['getCurrentResult']>, 'data' | 'error'>;

/** A value that was known is not shown to somebody who may read it no more. */
const stateOf = <Value>({ data, error }: Result<Value>): State<Value> => {
  const isRefused = error instanceof ApiError && error.isRefusal;
  if (data !== undefined && !isRefused) return { is: 'ready', value: data, ...(error && { problem: error }) };
  return error ? { is: 'failed', error } : { is: 'loading' };
};
