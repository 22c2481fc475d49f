import type { Every } from '#lib/platform/every.ts';
import { type Chaos, second, type Service } from './chaos.ts';
import type { Random } from './random.ts';
import type { Timeline } from './timeline.ts';

export type Setting = {
  readonly timeline: Timeline;
  readonly random: Random;
  readonly chaos: Chaos;
  readonly trace: (line: string) => void;
  /** Told of every call the moment it takes effect. */
  readonly reached: (what: string) => void;
};

/** What the simulator throws in a worker's way; everything else a worker throws is its own doing. */
export class Injected extends Error {
  override readonly name = 'Injected';
}
const refusal = new Injected('The service refused the call.');
const lostReply = new Injected('The reply was lost.');

export type Ending =
  | { readonly kind: 'returned' }
  | { readonly kind: 'threw'; readonly error: unknown }
  | { readonly kind: 'died' };

/** One run of a function: it may die between any two calls, or sleep and wake up later. */
export type Worker = {
  readonly name: string;
  readonly bornAt: number;
  /** Calls a service. `takesMs` is how long it works on the call, beyond the way there and back. */
  readonly call: <T>(
    service: Service,
    what: string,
    effect: () => Promise<T>,
    takesMs?: number,
  ) => Promise<T>;
  readonly every: Every;
  readonly die: (why: string) => void;
  /** Whether it died, or a fault was thrown in its way: then it may not have put away what it wrote. */
  readonly isHurt: () => boolean;
};

/** So long after its worker was ended at the time limit a request may still be on its way. */
const inFlightMs = 10 * second;

type Life = { readonly name: string; readonly timeoutMs: number; readonly ended: (ending: Ending) => void };

export const startWorker = (
  { timeline, chaos, trace, reached }: Setting,
  { name, timeoutMs, ended }: Life,
  work: (worker: Worker) => Promise<unknown>,
): void => {
  const bornAt = timeline.ms();
  const silentFrom = chaos.enforcesTimeouts ? bornAt + timeoutMs + inFlightMs : Infinity;
  let alive = true;
  let hurt = false;
  let wakesAt = 0;

  const end = (ending: Ending): void => {
    if (!alive) return;
    alive = false;
    ended(ending);
  };
  const die = (why: string): void => {
    if (!alive) return;
    trace(`${name} dies: ${why}`);
    hurt = true;
    end({ kind: 'died' });
  };

  /** Lets the worker go on, unless it is dead; if it sleeps, when it wakes. */
  const goOn = (next: () => void): void => {
    if (!alive) return;
    const sleepMs = wakesAt - timeline.ms();
    if (sleepMs > 0) return timeline.in(sleepMs, () => goOn(next));
    timeline.touch();
    next();
  };

  const call = <T>(service: Service, what: string, effect: () => Promise<T>, takesMs = 0): Promise<T> =>
    new Promise((resolve, reject) => {
      // Code that runs on after its process died is not there: it never hears from its call.
      if (!alive) return;
      const fate = chaos.fate(service, timeline.ms());
      const late = fate === 'outlived' ? chaos.pauseMs() : 0;
      const fail = (error: Injected) => {
        hurt = true;
        goOn(() => reject(error));
      };
      if (fate === 'outlived') die(`${what} is still on its way`);
      const lands = chaos.travelMs(timeline.ms()) + late + takesMs;
      timeline.in(Math.min(lands, silentFrom - timeline.ms()), () => {
        trace(`${name} ${what}: ${fate}`);
        if (fate === 'dies before') return die(`before ${what}`);
        if (fate === 'refused') return fail(refusal);
        timeline.touch();
        reached(what);
        const settle = (value: T): void => {
          if (fate === 'dies after') return die(`after ${what}`);
          if (fate === 'reply lost') return fail(lostReply);
          if (fate === 'paused') wakesAt = timeline.ms() + chaos.pauseMs();
          goOn(() => resolve(value));
        };
        const answer = fate === 'repeated' ? effect().then(effect) : effect();
        answer.then(settle, (error: unknown) => goOn(() => reject(error)));
      });
    });

  const every: Every = (ms, run) => {
    let stopped = false;
    const tick = () =>
      timeline.in(ms, () =>
        goOn(() => {
          if (stopped) return;
          run();
          tick();
        }),
      );
    tick();
    return () => {
      stopped = true;
    };
  };

  if (chaos.enforcesTimeouts) timeline.in(timeoutMs, () => die('at its time limit'));
  timeline.touch();
  trace(`${name} starts`);
  work({ name, bornAt, call, every, die, isHurt: () => hurt }).then(
    () => end({ kind: 'returned' }),
    (error: unknown) => end({ kind: 'threw', error }),
  );
};
