import { endEvent } from '#lib/domain/webhooks/event.ts';
import type { MemoryDatabase } from '../support/memory-repository.ts';
import type { Mutants } from './mutant.ts';

/** Ends the job and removes its event. */
const withoutEvent =
  <Args extends unknown[], Ended>({ events }: MemoryDatabase, end: (...args: Args) => Promise<Ended>) =>
  async (...args: Args): Promise<Ended> => {
    const before = events.length;
    const ended = await end(...args);
    events.length = before;
    return ended;
  };

/** Defects of events: missing or wrong ones. */
export const wrongEvents: Mutants = {
  'a completed job has no event': {
    store: (database) => ({ complete: withoutEvent(database, (...end) => database.store.complete(...end)) }),
  },

  'a failed job has no event': {
    store: (database) => ({ fail: withoutEvent(database, (...end) => database.store.fail(...end)) }),
  },

  'a canceled job has no event': {
    store: (database) => ({ cancel: withoutEvent(database, (...end) => database.store.cancel(...end)) }),
  },

  'a refused completion has an event': {
    store: (database) => ({
      complete: async (job, completion) => {
        const done = await database.store.complete(job, completion);
        const completedAt = completion.now.toISOString();
        if (!done)
          database.events.push(endEvent({ ...job, status: 'completed', completedAt, errorType: null }));
        return done;
      },
    }),
  },

  'the event of a failed job has no audio_ms': {
    store: (database) => ({
      fail: async (...failing) => {
        const failed = await database.store.fail(...failing);
        const event = failed && database.events.pop();
        if (event)
          database.events.push({
            ...event,
            payload: event.payload.replace(/"audio_ms":\d+/, '"audio_ms":null'),
          });
        return failed;
      },
    }),
  },
};
