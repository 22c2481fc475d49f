import type { Every } from '#lib/platform/every.ts';
import { type Chaos, second, type Service } from './chaos.ts';
import type { Random } from '../support/random.ts';
import type { Timeline } from './timeline.ts';

export type Setting = {
  readonly timeline: Timeline;
  readonly random: Random;
  readonly chaos: Chaos;
  readonly trace: (line: string) => void;
  /** Called when a call takes effect. */
  readonly effectDone: (what: string) => void;
};

/** A simulated fault. Any other error comes from the worker itself. */
export class InjectedFault extends Error {
  override readonly name = 'InjectedFault';
}
const refusal = new InjectedFault('The service refused the call.');
const lostReply = new InjectedFault('The reply was lost.');

export type Ending =
  | { readonly kind: 'returned' }
  | { readonly kind: 'threw'; readonly error: unknown }
  | { readonly kind: 'died' };

/** One run of a function. It may die or be paused at any call. */
export type Worker = {
  readonly name: string;
  readonly startedAt: number;
  /** Calls a service. `takesMs` is the processing time, in addition to the latency. */
  readonly call: <T>(
    service: Service,
    what: string,
    effect: () => Promise<T>,
    takesMs?: number,
  ) => Promise<T>;
  readonly every: Every;
  readonly sleep: (ms: number) => Promise<void>;
  readonly die: (why: string) => void;
  /** Whether it died or had a fault. If so, it may have left objects that it wrote. */
  readonly wasDisturbed: () => boolean;
};

/** The maximum time that a request may stay in flight after its worker was ended at the time limit. */
const inFlightMs = 10 * second;

type WorkerOptions = {
  readonly name: string;
  readonly timeoutMs: number;
  readonly ended: (ending: Ending) => void;
};

export const startWorker = (
  { timeline, chaos, trace, effectDone }: Setting,
  { name, timeoutMs, ended }: WorkerOptions,
  work: (worker: Worker) => Promise<unknown>,
): void => {
  const startedAt = timeline.ms();
  const silentFrom = chaos.enforcesTimeouts ? startedAt + timeoutMs + inFlightMs : Infinity;
  let alive = true;
  let disturbed = false;
  let wakesAt = 0;

  const end = (ending: Ending): void => {
    if (!alive) return;
    alive = false;
    ended(ending);
  };
  const die = (why: string): void => {
    if (!alive) return;
    trace(`${name} dies: ${why}`);
    disturbed = true;
    end({ kind: 'died' });
  };

  /** Continues the worker unless it is dead, after its pause if it is paused. */
  const resume = (next: () => void): void => {
    if (!alive) return;
    const sleepMs = wakesAt - timeline.ms();
    if (sleepMs > 0) return timeline.in(sleepMs, () => resume(next));
    timeline.markReady();
    next();
  };

  const call = <T>(service: Service, what: string, effect: () => Promise<T>, takesMs = 0): Promise<T> =>
    new Promise((resolve, reject) => {
      // Code of a dead process never continues.
      if (!alive) return;
      const outcome = chaos.outcome(service, timeline.ms());
      const late = outcome === 'outlived' ? chaos.pauseMs() : 0;
      const fail = (error: InjectedFault) => {
        disturbed = true;
        resume(() => reject(error));
      };
      if (outcome === 'outlived') die(`${what} is still in flight`);
      const arrivesInMs = chaos.travelMs(timeline.ms()) + late + takesMs;
      timeline.in(Math.min(arrivesInMs, silentFrom - timeline.ms()), () => {
        trace(`${name} ${what}: ${outcome}`);
        if (outcome === 'dies before') return die(`before ${what}`);
        if (outcome === 'refused') return fail(refusal);
        timeline.markReady();
        effectDone(what);
        const settle = (value: T): void => {
          if (outcome === 'dies after') return die(`after ${what}`);
          if (outcome === 'reply lost') return fail(lostReply);
          if (outcome === 'paused') wakesAt = timeline.ms() + chaos.pauseMs();
          resume(() => resolve(value));
        };
        const answer = outcome === 'repeated' ? effect().then(effect) : effect();
        answer.then(settle, (error: unknown) => resume(() => reject(error)));
      });
    });

  const every: Every = (ms, run) => {
    let stopped = false;
    const tick = () =>
      timeline.in(ms, () =>
        resume(() => {
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

  const sleep = (ms: number): Promise<void> =>
    new Promise((resolve) => timeline.in(ms, () => resume(resolve)));

  if (chaos.enforcesTimeouts) timeline.in(timeoutMs, () => die('at its time limit'));
  timeline.markReady();
  trace(`${name} starts`);
  work({ name, startedAt, call, every, sleep, die, wasDisturbed: () => disturbed }).then(
    () => end({ kind: 'returned' }),
    (error: unknown) => end({ kind: 'threw', error }),
  );
};
