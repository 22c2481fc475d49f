import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Send } from '#lib/platform/aws/queue.ts';
import type { Tenant } from '#lib/platform/tenant.ts';

export type Message = { readonly tenant: Tenant; readonly id: string };

/** The dependencies of the contract for each queue. A received message stays hidden for `hiddenMs`. */
export type World = {
  readonly send: Send<Message>;
  /** Receives a message without deleting it. */
  readonly receive: () => Promise<Message | undefined>;
  /** Lets time pass. */
  readonly pass: (ms: number) => void;
  readonly stop?: () => Promise<void>;
};
export const hiddenMs = 600_000;

/** The guarantees of every queue about the messages that `Send` sent to it. */
export const queueContract = (name: string, open: () => Promise<World>): void => {
  describe(`the queue on ${name}`, () => {
    const message: Message = { tenant: 'prj_a.live', id: 'ofq_1' };
    let world: World;
    beforeEach(async () => {
      world = await open();
    });
    afterEach(() => world.stop?.());

    test('a message is received as it was sent', async () => {
      await world.send(message);
      expect(await world.receive()).toEqual(message);
    });

    test.each([
      [1, 1_000],
      [5_001, 6_000],
      [900_000, 900_000],
    ])('a message with a delay of %i ms is received after %i ms and no sooner', async (delayMs, afterMs) => {
      await world.send(message, delayMs);
      world.pass(afterMs - 1);
      expect(await world.receive()).toBeUndefined();
      world.pass(1);
      expect(await world.receive()).toEqual(message);
    });

    test('a message with a delay of more than 15 minutes is refused', async () => {
      await expect(world.send(message, 900_001)).rejects.toThrow(/delay/i);
      world.pass(3_600_000);
      expect(await world.receive()).toBeUndefined();
    });

    test('a message that is not deleted is received again when it is no longer hidden', async () => {
      await world.send(message);
      await world.receive();
      world.pass(hiddenMs - 1);
      expect(await world.receive()).toBeUndefined();
      world.pass(1);
      expect(await world.receive()).toEqual(message);
    });

    test('each of several messages is received, also of equal ones', async () => {
      const other = { ...message, id: 'ofq_2' };
      for (const one of [message, other, message]) await world.send(one);
      const received = [await world.receive(), await world.receive(), await world.receive()];
      expect(received.map((one) => one?.id).toSorted((a = '', b = '') => a.localeCompare(b))).toEqual([
        ...['ofq_1', 'ofq_1', 'ofq_2'],
      ]);
      expect(await world.receive()).toBeUndefined();
    });
  });
};
