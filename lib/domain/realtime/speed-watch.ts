import { errorEvent } from './errors.ts';
import type { Outlet } from './outbox.ts';
import { isTooFast } from './pace.ts';
import type { Run } from './run.ts';

/** Closes the connection of a client that sends too fast. Bytes of WebM do not say so when they arrive. */
export const openSpeedWatch = ({ deps, held, hearing, outbox, nowMs }: Run) => {
  let refused: Outlet | undefined;

  return {
    check: async (): Promise<void> => {
      const { id, requestId, createdAt } = held.session;
      const { outlet } = outbox;
      const elapsedMs = nowMs() - Date.parse(createdAt);
      if (!outlet || outlet === refused || !isTooFast({ audioMs: hearing.heardMs, elapsedMs })) return;
      refused = outlet;
      outbox.say(errorEvent(id, deps.now(), { type: 'audio_too_fast', requestId, fatal: true }));
      await outbox.drained();
      // If this fails, the client still knows that it may send nothing more.
      await deps.close(outlet.id).catch(() => {});
    },
  };
};
