import { useCallback, useEffect, useRef, useState } from 'preact/hooks';

type Loaded<Value> = { is: 'loading' } | { is: 'failed'; error: unknown } | { is: 'ready'; value: Value };

export type Load<Value> = {
  state: Loaded<Value>;
  /** Loads again; what is shown stays until the answer is there. */
  reload: () => Promise<void>;
  change: (value: Value) => void;
};

/** Loads when the component appears and when `key` changes; only the newest answer counts. */
export const useLoad = <Value>(load: () => Promise<Value>, key: string): Load<Value> => {
  const [state, setState] = useState<Loaded<Value>>({ is: 'loading' });
  const newest = useRef(0);
  const reload = useCallback(async () => {
    newest.current += 1;
    const turn = newest.current;
    const next = await load().then(
      (value) => ({ is: 'ready' as const, value }),
      (error: unknown) => ({ is: 'failed' as const, error }),
    );
    if (turn === newest.current) setState(next);
  }, [key]);
  useEffect(() => {
    setState({ is: 'loading' });
    void reload();
    return () => {
      newest.current += 1;
    };
  }, [reload]);
  return { state, reload, change: (value) => setState({ is: 'ready', value }) };
};
