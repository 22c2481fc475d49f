import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import type { Bucket } from '#lib/platform/aws/bucket.ts';
import type { Send } from '#lib/platform/aws/queue.ts';
import type { Random } from './random.ts';
import { conflictAnswer, connectionReset, errorAnswer, onWire } from './wire.ts';

/** The rate of each fault, as a share of the calls or of the SDK's attempts. */
export type Rates = {
  readonly attemptFails: number;
  readonly attemptReplyLost: number;
  readonly attemptThrottled: number;
  readonly attemptConflicts: number;
  /** Every attempt at the call fails. */
  readonly callFails: number;
  /** For buckets and queues: the call fails after all retries of the SDK. */
  readonly portFails: number;
  readonly portReplyLost: number;
  /** The worker is paused at the call, and continues after its lease has expired. */
  readonly paused: number;
  readonly slowestMs: number;
};

type Run = { readonly random: Random; readonly pause: () => Promise<void> };

const isWrite = (operation: string): boolean => /^(Put|Update|Transact)/.test(operation);

/** Retries of the SDK without delays, because tests make thousands of calls. */
const retryAtOnce = async (client: DynamoDBClient): Promise<void> => {
  const strategy: any = await client.config.retryStrategy();
  strategy.retryBackoffStrategy.computeNextBackoffDelay = () => 0;
};

export type Ending<T> =
  | { readonly kind: 'returned'; readonly value: T }
  | { readonly kind: 'threw'; readonly error: unknown }
  | { readonly kind: 'stands still' };

/** Injects faults into calls inside `run` only. Each run has its own random numbers. */
export const newFaults = (rates: Rates) => {
  const runs = new AsyncLocalStorage<Run>();
  let isCalm = false;
  const occurred: Partial<Record<keyof Rates, number>> = {};
  const asleep = new Set<() => void>();
  const running = new Set<Promise<unknown>>();

  const strikes = (rate: keyof Rates): boolean => {
    const run = runs.getStore();
    if (isCalm || !run?.random.chance(rates[rate])) return false;
    occurred[rate] = (occurred[rate] ?? 0) + 1;
    return true;
  };
  const late = async (): Promise<void> => {
    const { random, pause } = runs.getStore() ?? {};
    if (isCalm || !random || !pause) return;
    if (strikes('paused')) await pause();
    else await delay(random.below(rates.slowestMs));
  };

  const onPort = <Args extends unknown[], T>(call: (...args: Args) => Promise<T>) => {
    return async (...args: Args): Promise<T> => {
      if (strikes('portFails')) throw connectionReset();
      const answer = await call(...args);
      await late();
      if (strikes('portReplyLost')) throw connectionReset();
      return answer;
    };
  };

  return {
    /** The number of occurrences of each fault. */
    occurred,

    onClient: async (client: DynamoDBClient): Promise<void> => {
      await retryAtOnce(client);
      const failingCalls = new Set<object>();
      client.middlewareStack.add(
        (next, call) => async (args) => {
          if (strikes('callFails')) failingCalls.add(call);
          try {
            return await next(args);
          } finally {
            await late();
          }
        },
        { step: 'initialize' },
      );
      onWire(client, async (attempt, send) => {
        const alwaysFails = failingCalls.has(attempt.call);
        if (alwaysFails || strikes('attemptFails')) throw connectionReset();
        if (strikes('attemptThrottled')) return errorAnswer(400, 'ThrottlingException');
        if (isWrite(attempt.operation) && strikes('attemptConflicts')) return conflictAnswer(attempt);
        const answer = await send();
        if (!strikes('attemptReplyLost')) return answer;
        answer.response.body.destroy();
        throw connectionReset();
      });
    },

    onBucket: (bucket: Bucket): Bucket => ({
      head: onPort((key) => bucket.head(key)),
      stream: onPort((key, eTag, range) => bucket.stream(key, eTag, range)),
      get: onPort((key, range) => bucket.get(key, range)),
      put: onPort((key, body, contentType) => bucket.put(key, body, contentType)),
      putFile: onPort((key, file) => bucket.putFile(key, file)),
      putOnce: onPort((key, body, contentType) => bucket.putOnce(key, body, contentType)),
      remove: onPort((keys) => bucket.remove(keys)),
      removeAll: onPort((prefix) => bucket.removeAll(prefix)),
    }),

    onSend: <Message>(send: Send<Message>): Send<Message> => onPort(send),

    /** Runs `work` with faults until it returns, throws or is paused. Paused work continues in the background. */
    run: async <T>(random: Random, work: () => Promise<T>): Promise<Ending<T>> => {
      const stoodStill = Promise.withResolvers<Ending<T>>();
      const pause = async (): Promise<void> => {
        stoodStill.resolve({ kind: 'stands still' });
        await new Promise<void>((resolve) => asleep.add(resolve));
      };
      const ended = runs.run({ random, pause }, work).then(
        (value): Ending<T> => ({ kind: 'returned', value }),
        (error: unknown): Ending<T> => ({ kind: 'threw', error }),
      );
      running.add(ended);
      void ended.then(() => running.delete(ended));
      return Promise.race([ended, stoodStill.promise]);
    },

    /** Continues paused work, each with the given probability. */
    wake: (random: Random, chance: number): void => {
      for (const resolve of [...asleep]) {
        if (!random.chance(chance)) continue;
        asleep.delete(resolve);
        resolve();
      }
    },

    /** Stops all faults, continues paused work and waits for its end. */
    calm: async (): Promise<void> => {
      isCalm = true;
      for (const resolve of asleep) resolve();
      await Promise.all(running);
    },
  };
};
