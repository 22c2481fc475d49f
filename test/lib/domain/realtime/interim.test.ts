import { expect, test } from 'vitest';
import { transcriberWithoutSpeech, watchedTranscriber } from '../../../support/changed-transcriber.ts';
import { aSessionWorld, bytesPerMs } from '../../../support/session-world.ts';
import { soundOf, speech, silence } from '../../../support/scripted-transcriber.ts';

const twoSentences = soundOf([speech(1_000), silence(800), speech(600), silence(400)]);

test('without partials only finals are sent', async () => {
  const world = aSessionWorld();
  const session = await world.live({ partials: false });
  world.stream(session, twoSentences);
  await world.run(session);
  expect(world.told('transcript.partial')).toEqual([]);
  expect(world.told('transcript.final')).toHaveLength(2);
});

test('the client is told once when a voice begins, and once when it ends', async () => {
  const world = aSessionWorld();
  const session = await world.live();
  world.stream(session, twoSentences);
  await world.run(session);
  const told = world.posted.flatMap(({ event }) =>
    event.type === 'speech.started' || event.type === 'speech.ended' ? [[event.type, event.at_ms]] : [],
  );
  expect(told).toEqual([
    ['speech.started', 200],
    ['speech.ended', 1_200],
    ['speech.started', 2_000],
    ['speech.ended', 2_600],
  ]);
});

test('a text is asked for while somebody speaks and in the pause after it, but not in silence', async () => {
  const askedIn = async (...spans: Parameters<typeof soundOf>[0]): Promise<number[]> => {
    const world = aSessionWorld();
    const session = await world.live();
    const times: number[] = [];
    const onPartial = () => times.push(world.timeline.ms() - world.timeline.startMs);
    world.stream(session, soundOf(spans));
    await world.run(session, { changes: watchedTranscriber(world, onPartial) });
    return times;
  };
  expect(await askedIn(silence(3_000))).toEqual([]);
  const times = await askedIn(speech(1_000), silence(2_000));
  expect(times.filter((ms) => ms > 1_200)).not.toEqual([]);
  // The silence after 1.5 s belongs to the next segment.
  expect(Math.max(...times)).toBeLessThan(1_600);
});

test('the first text comes with 0.1 s of speech, and each further one with 0.2 s more', async () => {
  const world = aSessionWorld();
  const session = await world.live();
  const sound = soundOf([speech(1_000)]);
  const send = (ms: number) =>
    world.timeline.in(
      ms + 100,
      () => void world.send(session, sound, ms * bytesPerMs, (ms + 100) * bytesPerMs),
    );
  for (let ms = 0; ms < 1_000; ms += 100) send(ms);
  await world.run(session);
  const heard = world.told('transcript.partial').map(({ segment }) => segment.revision);
  expect(heard).toEqual([100, 300, 500, 700, 900]);
});

test('the text of a segment stays on show in the silence before its final', async () => {
  const world = aSessionWorld();
  const session = await world.live();
  world.stream(session, twoSentences);
  await world.run(session);
  expect(world.told('transcript.partial').filter(({ segment }) => segment.text === '')).toEqual([]);
});

test('speech that becomes no text takes back its partial', async () => {
  const world = aSessionWorld();
  const session = await world.live();
  world.stream(session, twoSentences);
  await world.run(session, { changes: transcriberWithoutSpeech(world) });
  const texts = world.told('transcript.partial').map(({ segment }) => [segment.id, segment.text]);
  // One is sent after the first sentence, and one after the second.
  expect(texts.filter(([, text]) => text === '')).toEqual([
    [1, ''],
    [1, ''],
  ]);
});
