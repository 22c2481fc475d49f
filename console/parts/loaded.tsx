import type { ComponentChildren } from 'preact';
import { ErrorNote } from './error-note.tsx';
import { Loading } from './loading.tsx';
import type { Query } from './use-query.ts';

type Props<Value> = {
  query: Query<Value>;
  what: string;
  /**
   * Whether the value takes most of a page. Its place is then reserved, so that the content below does not jump when the
   * value arrives.
   */
  isTall?: boolean;
  children: (value: Value) => ComponentChildren;
};

/** Renders a value, or its loading or error state. If a reload failed, renders the old value with the reason. */
export const Loaded = <Value,>({
  query: { state, reload },
  what,
  isTall = false,
  children,
}: Props<Value>) => {
  if (state.is === 'loading') return <Loading what={what} isTall={isTall} />;
  if (state.is === 'failed') return <ErrorNote error={state.error} onRetry={() => void reload()} />;
  return (
    <>
      {state.problem !== undefined && <ErrorNote error={state.problem} onRetry={() => void reload()} />}
      {children(state.value)}
    </>
  );
};
