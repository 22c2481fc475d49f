import { useEffect, useRef, useState } from 'preact/hooks';
import { RealtimeConnection, type RealtimeState } from '../../sdk/typescript/realtime.ts';
import { createRealtimeSession } from '../api/realtime-calls.ts';
import type { Tenant } from '../api/types.ts';
import { microphoneProblem } from '../playground/recording.ts';
import { type Microphone, openMicrophone } from './microphone.ts';
import { afterEvent, nothingSpoken, type Spoken } from './spoken.ts';

type Running = { readonly microphone: Microphone; readonly connection: RealtimeConnection };

export type Live = {
  readonly state: 'idle' | 'starting' | 'finishing' | RealtimeState;
  readonly spoken: Spoken;
  readonly level: () => number;
  /** `target` is the language to translate into. */
  readonly start: (languages: string[], target: string | undefined) => Promise<void>;
  readonly finish: () => void;
  readonly interrupt: () => void;
};

/** A realtime session from the microphone. Leaving the page ends it. */
export const useLive = (tenant: Tenant): Live => {
  const running = useRef<Running | undefined>(undefined);
  const [state, setState] = useState<Live['state']>('idle');
  const [spoken, setSpoken] = useState(nothingSpoken);
  const stop = () => {
    running.current?.microphone.close();
    running.current?.connection.finish();
  };
  useEffect(() => stop, []);

  const start = async (languages: string[], target: string | undefined): Promise<void> => {
    setState('starting');
    setSpoken(nothingSpoken);
    let heard = 0;
    const early: Uint8Array[] = [];
    let connection: RealtimeConnection | undefined;
    const microphone = await openMicrophone((pcm) => {
      heard += pcm.length;
      if (connection) connection.send(pcm);
      else early.push(pcm);
    }).catch((error: unknown) => {
      setState('idle');
      throw new Error(microphoneProblem(error), { cause: error });
    });
    const bytesPerMs = (microphone.sampleRateHz * 2) / 1000;
    const audio = { format: 'pcm_s16le', sample_rate_hz: microphone.sampleRateHz, channels: 1 } as const;
    try {
      const session = await createRealtimeSession(tenant, {
        ...{ audio, language_hints: languages },
        translation: target === undefined ? null : { type: 'one_way', target_language: target },
      });
      connection = new RealtimeConnection({
        url: session.websocket_url,
        clientSecret: session.client_secret?.value ?? '',
        onEvent: (event) => setSpoken((before) => afterEvent(before, event, heard / bytesPerMs)),
        onState: (next) => {
          setState(next);
          if (next === 'closed') microphone.close();
        },
      });
    } catch (error) {
      microphone.close();
      setState('idle');
      throw error;
    }
    for (const pcm of early) connection.send(pcm);
    running.current = { microphone, connection };
  };

  return {
    state,
    spoken,
    level: () => running.current?.microphone.level() ?? 0,
    start,
    finish: () => {
      setState('finishing');
      stop();
    },
    interrupt: () => running.current?.connection.interrupt(),
  };
};
