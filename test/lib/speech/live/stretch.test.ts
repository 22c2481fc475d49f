import { expect, test } from 'vitest';
import { frameSamples } from '#lib/speech/audio/pcm.ts';
import { audioTail } from '#lib/speech/live/audio-tail.ts';
import { Stretch } from '#lib/speech/live/stretch.ts';

/** Voice activity detection that records the number of frames in each call. */
const noting = () => {
  const heard: number[] = [];
  const hear = async (frames: readonly Float32Array[]) => {
    heard.push(frames.length);
    return frames.map(() => 0);
  };
  return { heard, voiceActivity: { listen: () => ({ hear }) } };
};

test('the audio before a stretch is heard at once, as soon as all of it is there, and then each frame as it comes', async () => {
  const { heard, voiceActivity } = noting();
  const startMs = 3_000;
  const stretch = new Stretch(voiceActivity, { startMs, silenceMs: 500 });
  const audio = audioTail(16_000);
  audio.append(new Int16Array(16_000));
  await stretch.listen(audio);
  expect(heard).toEqual([]);
  audio.append(new Int16Array(16_000 + 2 * frameSamples));
  await stretch.listen(audio);
  expect(heard).toEqual([46, 1, 1]);
});

test('a stretch at the start of a stream has no audio before it', async () => {
  const { heard, voiceActivity } = noting();
  const stretch = new Stretch(voiceActivity, { startMs: 0, silenceMs: 500 });
  const audio = audioTail(0);
  audio.append(new Int16Array(frameSamples));
  await stretch.listen(audio);
  expect(heard).toEqual([1]);
});

test('the rest of a stretch is heard once, and nothing where no audio is left', async () => {
  const { heard, voiceActivity } = noting();
  const stretch = new Stretch(voiceActivity, { startMs: 0, silenceMs: 500 });
  const audio = audioTail(0);
  for (const samples of [frameSamples, 10]) {
    audio.append(new Int16Array(samples));
    await stretch.listen(audio);
    await stretch.listenToRest(audio);
  }
  expect(heard).toEqual([1, 1]);
});

test('the frames before a stretch are heard as they are, each with its own samples', async () => {
  const firsts: (number | undefined)[] = [];
  const hear = async (frames: readonly Float32Array[]) => {
    firsts.push(...frames.map((frame) => frame[0]));
    return frames.map(() => 0);
  };
  const startMs = 64;
  const stretch = new Stretch({ listen: () => ({ hear }) }, { startMs, silenceMs: 500 });
  const audio = audioTail(0);
  for (const value of [1_000, -1_000]) audio.append(new Int16Array(frameSamples).fill(value));
  await stretch.listen(audio);
  expect(firsts.map((first) => Math.sign(first ?? 0))).toEqual([1, -1]);
});
