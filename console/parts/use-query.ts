import { type QueryKey, QueryObserver } from '@tanstack/query-core';
import { useEffect, useReducer, useState } from 'preact/hooks';
import { ApiError } from '../api/api-error.ts';
import { queries } from './queries.ts';
import { cacheOptions, type QueryOptions } from './query-options.ts';

type State<Value> =
  | { is: 'loading' }
  | { is: 'failed'; error: unknown }
  /** `problem` is the error if the value could not be reloaded. */
  | { is: 'ready'; value: Value; problem?: unknown };

export type Query<Value> = {
  state: State<Value>;
  /** Reloads the value, and keeps the current one until then. */
  reload: () => Promise<void>;
  /** Replaces the value by what the answer to a change has. */
  change: (value: Value) => void;
};

/** Reads a value through the cache. A cached value is returned at once while it is reloaded. */
export const useQuery = <Value>(options: QueryOptions<Value>): Query<Value> => {
  const cached = cacheOptions(options);
  const [observer] = useState(() => new QueryObserver<Value>(queries, cached));
  const [, render] = useReducer((times: number, _: void) => times + 1, 0);
  // Subscribes first, because setting options also accepts a value that arrived after the rendering, and notifies the
  // subscribers.
  useEffect(() => observer.subscribe(() => render()), [observer]);
  useEffect(() => observer.setOptions(cached));
  return {
    state: stateOf(observer.getOptimisticResult(cached)),
    reload: async () => void (await observer.refetch()),
    change: (value) => void replace(options.key, value),
  };
};

/** Cancels a read that began before, whose answer would undo the change. */
const replace = async (key: QueryKey, value: unknown): Promise<void> => {
  await queries.cancelQueries({ queryKey: key, exact: true });
  queries.setQueryData(key, () => value);
};

type Result<Value> = Pick<ReturnType<QueryObserver<Value>['getCurrentResult']>, 'data' | 'error'>;

/** Does not show a cached value to a user who may no longer read it. */
const stateOf = <Value>({ data, error }: Result<Value>): State<Value> => {
  const isRefused = error instanceof ApiError && error.isRefusal;
  if (data !== undefined && !isRefused) return { is: 'ready', value: data, ...(error && { problem: error }) };
  return error ? { is: 'failed', error } : { is: 'loading' };
};
