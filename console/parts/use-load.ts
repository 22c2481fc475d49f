import { useCallback, useEffect, useRef, useState } from 'preact/hooks';

type Loaded<Value> = { is: 'loading' } | { is: 'failed'; error: unknown } | { is: 'ready'; value: Value };

export type Load<Value> = {
  state: Loaded<Value>;
  /** Loads again and keeps the current value until then. */
  reload: () => Promise<void>;
  change: (value: Value) => void;
};

/** Loads on mount and when `key` changes. The result of an older load is dropped. */
export const useLoad = <Value>(load: () => Promise<Value>, key: string): Load<Value> => {
  const [state, setState] = useState<Loaded<Value>>({ is: 'loading' });
  const lastRequest = useRef(0);
  const reload = useCallback(async () => {
    lastRequest.current += 1;
    const thisRequest = lastRequest.current;
    const next = await load().then(
      (value) => ({ is: 'ready' as const, value }),
      (error: unknown) => ({ is: 'failed' as const, error }),
    );
    if (thisRequest === lastRequest.current) setState(next);
  }, [key]);
  useEffect(() => {
    setState({ is: 'loading' });
    void reload();
    return () => {
      lastRequest.current += 1;
    };
  }, [reload]);
  return { state, reload, change: (value) => setState({ is: 'ready', value }) };
};
