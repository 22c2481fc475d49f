/** A world in which time passes only when nothing more happens now. All times are ms. */

/** What a process does next: wait so long, or wait until somebody calls `resume`. */
export type Step = number | ((resume: () => void) => void);
export type Process = Generator<Step, void, void>;

export type Simulation = {
  now: () => number;
  start: (process: Process) => void;
  /** Lets happen what has to; returns when nothing is left to happen. */
  run: () => void;
};

type Event = { at: number; happen: () => void };

/** What is due at the same instant happens in the order in which it was scheduled. */
export const newSimulation = (): Simulation => {
  let now = 0;
  // The next one last.
  const events: Event[] = [];
  const schedule = (at: number, happen: () => void): void => {
    const later = events.findLastIndex((event) => event.at > at);
    events.splice(later + 1, 0, { at, happen });
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
        event.happen();
      }
    },
  };
};

/** So many places, given to those who wait for one in the order of their coming. */
export const newPlaces = (count: number) => {
  let free = count;
  const waiting: (() => void)[] = [];
  const handOut = (): void => {
    while (free > 0 && waiting.length > 0) {
      free -= 1;
      waiting.shift()?.();
    }
  };
  return {
    acquire: (resume: () => void): void => {
      waiting.push(resume);
      handOut();
    },
    /** Gives a place back, or opens new ones. */
    release: (places = 1): void => {
      free += places;
      handOut();
    },
  };
};

/** Processors shared by all who work at the moment: each gets the same part of them, and none more than one. */
export const newProcessors = ({ now, start }: Simulation, count: number) => {
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
    const least = Math.min(...working.values());
    for (const [resume, left] of working) {
      if (left > least) continue;
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
