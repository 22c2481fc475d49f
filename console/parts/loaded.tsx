import type { ComponentChildren } from 'preact';
import { ErrorNote } from './error-note.tsx';
import { Loading } from './loading.tsx';
import type { Load } from './use-load.ts';

type Props<Value> = { load: Load<Value>; what: string; children: (value: Value) => ComponentChildren };

/** Renders a loaded value, or its loading or error state. */
export const Loaded = <Value,>({ load: { state, reload }, what, children }: Props<Value>) => {
  if (state.is === 'loading') return <Loading what={what} />;
  if (state.is === 'failed') return <ErrorNote error={state.error} onRetry={() => void reload()} />;
  return <>{children(state.value)}</>;
};
