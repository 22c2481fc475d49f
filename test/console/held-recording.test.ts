import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { holdRecording, type Recording } from '../../console/playground/held-recording.ts';

/** A page with a microphone. The test allows the microphone with `allow`, and sets the clock with `clock.ms`. */
const openPage = () => {
  const [handedOver, clock]: [[string, number][], { ms: number }] = [[], { ms: 5_000 }];
  const allowed = Promise.withResolvers<void>();
  let microphone = 'off';
  const recording: Recording = {
    level: () => 0.5,
    stop: async () => {
      microphone = 'off';
      return new File(['speech'], 'recording.webm');
    },
    discard: () => void (microphone = 'off'),
  };
  const held = holdRecording({
    open: async () => {
      await allowed.promise;
      microphone = 'on';
      return recording;
    },
    now: () => clock.ms,
    onRecorded: ({ name }, ms) => void handedOver.push([name, ms]),
  });
  return { held, clock, handedOver, allow: allowed.resolve, microphone: () => microphone };
};

test('a recording that is stopped is handed over once, with its length', async () => {
  const { held, clock, handedOver, allow } = openPage();
  allow();
  await held.start();
  clock.ms += 1_500;
  expect(held.shown()).toEqual({ level: 0.5, ms: 1_500 });
  await Promise.all([held.stop(), held.stop()]);
  expect(handedOver).toEqual([['recording.webm', 1_500]]);
});

test('a recording whose page is left is handed over, and the microphone is off', async () => {
  const { held, clock, handedOver, allow, microphone } = openPage();
  allow();
  await held.start();
  clock.ms += 60_000;
  expect(held.leave(true)).toBe(true);
  await setImmediate();
  expect(handedOver).toEqual([['recording.webm', 60_000]]);
  expect(microphone()).toBe('off');
});

test('a recording of somebody who signs out is dropped, and the microphone is off', async () => {
  const { held, handedOver, allow, microphone } = openPage();
  allow();
  await held.start();
  expect(held.leave(false)).toBe(false);
  await setImmediate();
  expect(handedOver).toEqual([]);
  expect(microphone()).toBe('off');
});

test('a microphone that is allowed after its page was left stays off', async () => {
  const { held, handedOver, allow, microphone } = openPage();
  const starting = held.start();
  expect(held.leave(true)).toBe(false);
  allow();
  await starting;
  expect(microphone()).toBe('off');
  expect(handedOver).toEqual([]);
});
