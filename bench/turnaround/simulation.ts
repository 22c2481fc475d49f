/** A discrete-event simulation. All times are ms. */

/** The condition for which a process waits: a time in ms, or a call of `resume`. */
export type Step = number | ((resume: () => void) => void);
export type Process = Generator<Step, void, void>;

export type Simulation = {
  now: () => number;
  start: (process: Process) => void;
  /** Runs until there are no more events. */
  run: () => void;
};

type Event = { at: number; run: () => void };

/** Events at the same time run in the order in which they were scheduled. */
export const newSimulation = (): Simulation => {
  let now = 0;
  // Sorted by time, the next event last.
  const events: Event[] = [];
  const schedule = (at: number, run: () => void): void => {
    const later = events.findLastIndex((event) => event.at > at);
    events.splice(later + 1, 0, { at, run });
  };
  return {
    now: () => now,
    start: (process) => {
      const resume = (): void => {
        const { done, value } = process.next();
        if (done) return;
        if (typeof value === 'number') schedule(now + value, resume);
        else value(() => schedule(now, resume));
      };
      schedule(now, resume);
    },
    run: () => {
      for (let event = events.pop(); event; event = events.pop()) {
        now = event.at;
        event.run();
      }
    },
  };
};

/** A first-in, first-out semaphore. */
export const newSemaphore = (count: number) => {
  let free = count;
  const waiting: (() => void)[] = [];
  const grant = (): void => {
    while (free > 0 && waiting.length > 0) {
      free -= 1;
      waiting.shift()?.();
    }
  };
  return {
    acquire: (resume: () => void): void => {
      waiting.push(resume);
      grant();
    },
    /** Releases acquired permits, or adds new ones. */
    release: (permits = 1): void => {
      free += permits;
      grant();
    },
  };
};

/** Runs processes at once, and ends when all have ended. */
export const allOf = function* ({ start }: Simulation, all: readonly Process[]): Process {
  const ended = newSemaphore(0);
  const run = function* (one: Process): Process {
    yield* one;
    ended.release();
  };
  for (const one of all) start(run(one));
  for (let count = 0; count < all.length; count += 1) yield ended.acquire;
};

/** Processor sharing: running tasks get equal shares of `count` processors, and at most one processor each. */
export const newSharedProcessors = ({ now, start }: Simulation, count: number) => {
  const working = new Map<() => void, number>();
  let countedAt = 0;
  let plan = 0;
  const speed = (): number => Math.min(1, count / working.size);

  const catchUp = (): void => {
    const done = (now() - countedAt) * speed();
    for (const [resume, left] of working) working.set(resume, left - done);
    countedAt = now();
  };
  const replan = (): void => {
    plan += 1;
    if (working.size > 0) start(finishNext(plan));
  };
  const finishNext = function* (planned: number): Process {
    yield Math.max(0, Math.min(...working.values()) / speed());
    if (planned !== plan) return;
    catchUp();
    const min = Math.min(...working.values());
    for (const [resume, left] of working) {
      if (left > min) continue;
      working.delete(resume);
      resume();
    }
    replan();
  };
  if (count === Number.POSITIVE_INFINITY) return (ms: number): Step => ms;
  return (ms: number): Step =>
    (resume) => {
      catchUp();
      working.set(resume, ms);
      replan();
    };
};
