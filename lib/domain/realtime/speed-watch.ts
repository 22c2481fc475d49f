import { errorEvent } from './errors.ts';
import type { Target } from './outbox.ts';
import { maxAudioMs } from './pace.ts';
import type { Run } from './run.ts';

/**
 * Closes the connection of a client that sends too fast. For WebM this is known only after decoding, because the bytes
 * do not tell their duration.
 */
export const openSpeedWatch = ({ deps, held, feed, outbox, nowMs }: Run) => {
  let refused: Target | undefined;

  return {
    check: async (): Promise<void> => {
      const { id, requestId, createdAt } = held.session;
      const { target } = outbox;
      const elapsedMs = nowMs() - Date.parse(createdAt);
      if (!target || target === refused || feed.heardMs <= maxAudioMs(elapsedMs)) return;
      refused = target;
      outbox.send(errorEvent(id, deps.now(), { type: 'audio_too_fast', requestId, fatal: true }));
      await outbox.drained();
      // If this fails, the client still knows that it may send nothing more.
      await deps.close(target.id).catch(() => {});
    },
  };
};
