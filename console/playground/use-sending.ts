import { useEffect, useRef, useState } from 'preact/hooks';
import { isAbort } from '../api/api-error.ts';
import type { Tenant, TranscriptionOptions } from '../api/types.ts';
import { hashOf } from '../route.ts';
import { goTo } from '../router.ts';
import { send } from './send.ts';

export type SendState = { is: 'idle' } | { is: 'sending'; sent: number } | { is: 'refused'; error: unknown };

/** Sends a file and opens its job. Leaving the page or `cancel` aborts it. */
export const useSending = (tenant: Tenant) => {
  const [state, setState] = useState<SendState>({ is: 'idle' });
  const running = useRef<AbortController | undefined>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const start = async (file: File, options: TranscriptionOptions): Promise<void> => {
    const controller = new AbortController();
    running.current = controller;
    setState({ is: 'sending', sent: 0 });
    const { signal } = controller;
    const onProgress = (sent: number) => setState({ is: 'sending', sent });
    try {
      goTo(hashOf.job(tenant, await send({ tenant, file, options, signal, onProgress })));
    } catch (error) {
      setState(isAbort(error) ? { is: 'idle' } : { is: 'refused', error });
    }
  };
  return {
    state,
    start: (file: File, options: TranscriptionOptions) => void start(file, options),
    cancel: () => running.current?.abort(),
  };
};
