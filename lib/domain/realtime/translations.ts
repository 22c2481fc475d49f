import type { Commits } from './commits.ts';
import { eventsAfter } from './conclude-session.ts';
import type { FinalEvent, Translated } from './events.ts';
import type { Keeper } from './keep-lease.ts';
import type { Run } from './run.ts';
import { lastTranslationsMs } from './timing.ts';
import { translateFinal } from './translate-final.ts';

const maxParallel = 2;

type Task = { readonly final: FinalEvent; readonly settled: Promise<void> };

/**
 * Translates final texts after they were stored and sent, and stores the translations in the same order. A runner that
 * takes over begins with the first text for which neither a translation nor a warning is stored.
 */
export const openTranslations = (
  { deps, held, nowMs }: Run,
  { commits, keeper }: { readonly commits: Commits; readonly keeper: Keeper },
) => {
  const { translation, languageHints, formatting } = held.session.options;
  const stopping = new AbortController();
  const ready = new Map<number, Translated>();
  let tasks: readonly Task[] = [];
  let waiting: readonly FinalEvent[] = [];
  let seenEventId = held.session.translated.eventId;

  const begin = (final: FinalEvent): Task => {
    if (translation === null) return { final, settled: Promise.resolve() };
    const { signal } = stopping;
    const likely = held.session.language ?? languageHints[0];
    const work = translateFinal(deps.translator, final, { translation, likely, formatting, signal });
    return { final, settled: work.then((translated) => void ready.set(final.id, translated)) };
  };

  /** Reads the final texts that were stored since the last call. */
  const look = async (): Promise<void> => {
    if (translation === null || held.session.lastEventId === seenEventId) return;
    const events = await eventsAfter(deps, held.session, seenEventId);
    waiting = [...waiting, ...events.filter((event) => event.type === 'transcript.final')];
    seenEventId = held.session.lastEventId;
  };

  const beginNext = (): void => {
    const next = waiting.slice(0, maxParallel - tasks.length);
    tasks = [...tasks, ...next.map(begin)];
    waiting = waiting.slice(next.length);
  };

  /** Stores what is ready. False if this runner may decide nothing more. */
  const check = async (): Promise<boolean> => {
    await look();
    for (;;) {
      beginNext();
      const [first] = tasks;
      const translated = first && ready.get(first.final.id);
      if (!first || !translated) return true;
      if (!(await commits.translate(first.final, translated))) return false;
      tasks = tasks.slice(1);
    }
  };

  return {
    check,
    get isDone() {
      return tasks.length === 0;
    },
    /**
     * Waits for the remaining translations, and after a while continues without them. False if this runner may decide
     * nothing more.
     */
    finish: async (): Promise<boolean> => {
      const untilMs = nowMs() + lastTranslationsMs;
      for (;;) {
        if (!(await check())) return false;
        const [first] = tasks;
        if (!first) return true;
        if (nowMs() >= untilMs) stopping.abort();
        await keeper.during(() => first.settled);
      }
    },
    /** Stops unfinished translations. Another runner begins them again. */
    stop: async (): Promise<void> => {
      stopping.abort();
      await Promise.all(tasks.map(({ settled }) => settled));
    },
  };
};
