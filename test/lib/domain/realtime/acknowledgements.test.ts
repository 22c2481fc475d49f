import { expect, test } from 'vitest';
import { ackMs, repeatAckMs } from '#lib/domain/realtime/timing.ts';
import { silence, soundOf } from '../../../support/scripted-transcriber.ts';
import { aSessionWorld, bytesPerMs } from '../../../support/session-world.ts';

// A runner that waits looks for audio four times a second.
const pollMs = 250;

test('an acknowledgement is repeated while nothing new comes, but half as often as those of new audio', async () => {
  const world = aSessionWorld();
  const session = await world.live();
  world.stream(session, soundOf([silence(1_000)]), { finishes: false });
  expect(await world.run(session)).toBe('parked');
  const acks = world.posted.flatMap(({ event, atMs }) =>
    event.type === 'audio.ack' ? [{ through: event.through, atMs }] : [],
  );
  const [none, all, ...again] = acks;
  expect([none?.through, all?.through]).toEqual([0, 1_000 * bytesPerMs]);
  expect(again.length).toBeGreaterThan(0);
  const pauses = acks.slice(1).map(({ atMs }, at) => atMs - (acks[at]?.atMs ?? 0));
  for (const [at, pause] of pauses.entries()) {
    const least = at === 0 ? ackMs : repeatAckMs;
    expect(pause).toBeGreaterThanOrEqual(least);
    expect(pause).toBeLessThanOrEqual(least + pollMs);
  }
});
