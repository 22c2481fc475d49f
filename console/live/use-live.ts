import { useEffect, useRef, useState } from 'preact/hooks';
import { RealtimeConnection, type RealtimeState } from '../../sdk/typescript/realtime.ts';
import { createRealtimeSession } from '../api/calls.ts';
import type { Tenant } from '../api/types.ts';
import { microphoneProblem } from '../playground/recording.ts';
import type { LiveChoice } from './live-choices.tsx';
import { type Microphone, openMicrophone } from './microphone.ts';
import { afterEvent, nothingSpoken, type Spoken } from './spoken.ts';

type Running = { readonly microphone: Microphone; readonly connection: RealtimeConnection };

export type Live = {
  readonly state: 'idle' | 'starting' | 'finishing' | RealtimeState;
  readonly spoken: Spoken;
  readonly level: () => number;
  readonly start: (choice: LiveChoice) => Promise<void>;
  readonly finish: () => void;
  readonly interrupt: () => void;
};

/** A realtime session from the microphone. Leaving the page ends the session. */
export const useLive = (tenant: Tenant): Live => {
  const running = useRef<Running | undefined>(undefined);
  /** May also be set while a session starts. The session is then abandoned. */
  const isStopped = useRef(false);
  const [state, setState] = useState<Live['state']>('idle');
  const [spoken, setSpoken] = useState(nothingSpoken);
  const stop = async (): Promise<void> => {
    isStopped.current = true;
    await running.current?.microphone.close();
    running.current?.connection.finish();
  };
  const finish = (): void => {
    setState('finishing');
    void stop();
  };
  useEffect(() => () => void stop(), []);

  const start = async ({ format, language, target }: LiveChoice): Promise<void> => {
    isStopped.current = false;
    setState('starting');
    setSpoken(nothingSpoken);
    const early: Uint8Array[] = [];
    let connection: RealtimeConnection | undefined;
    const microphone = await openMicrophone(format, {
      onAudio: (bytes) => {
        if (connection) connection.send(bytes);
        else early.push(bytes);
      },
      onGone: finish,
    }).catch((error: unknown) => {
      setState('idle');
      throw new Error(microphoneProblem(error), { cause: error });
    });
    try {
      if (isStopped.current) return;
      const session = await createRealtimeSession(tenant, {
        audio: microphone.audio,
        language_hints: language === '' ? [] : [language],
        translation: target === '' ? null : { type: 'one_way', target_language: target },
      });
      // No client is connected to the abandoned session, so it costs nothing.
      if (isStopped.current) return;
      connection = new RealtimeConnection({
        url: session.websocket_url,
        clientSecret: session.client_secret?.value ?? '',
        onEvent: (event) => setSpoken((before) => afterEvent(before, event, microphone.heardMs())),
        onState: (next) => {
          setState(next);
          if (next === 'closed') void microphone.close();
        },
      });
      for (const bytes of early) connection.send(bytes);
      running.current = { microphone, connection };
    } finally {
      if (!connection) {
        void microphone.close();
        setState('idle');
      }
    }
  };

  return {
    state,
    spoken,
    level: () => running.current?.microphone.level() ?? 0,
    start,
    finish,
    interrupt: () => running.current?.connection.interrupt(),
  };
};
