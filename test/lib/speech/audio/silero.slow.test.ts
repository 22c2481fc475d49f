import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hearSpeech, type SpeechSegment } from '#lib/speech/audio/find-speech.ts';
import { levelledFrames } from '#lib/speech/audio/level.ts';
import { toMs } from '#lib/speech/audio/pcm.ts';
import { loadSilero } from '#lib/speech/audio/silero.ts';
import type { VoiceActivity, VoiceListener } from '#lib/speech/audio/voice-activity.ts';
import { samplesOf } from '../../../support/samples.ts';
import { needs, recording, speechDir } from '../../../support/speech.ts';
import { speechModels } from '#lib/speech/engines/models.ts';

/** The probabilities of frames that the model gets one by one. */
const heardBy = async (listener: VoiceListener, frames: readonly Float32Array[]): Promise<number[]> => {
  const heard: number[] = [];
  for (const frame of frames) heard.push(...(await listener.hear([frame])));
  return heard;
};

describe.skipIf(needs.recordings !== '')(`finding speech in real recordings${needs.recordings}`, () => {
  let voiceActivity: VoiceActivity;
  beforeAll(async () => {
    voiceActivity = await loadSilero({ speechDir });
  });
  afterAll(() => voiceActivity.close());

  const segmentsOf = async (file: string): Promise<SpeechSegment[]> => {
    const pcm = await samplesOf(recording(file));
    const whole = { index: 0, channel: null, startMs: 0, endMs: toMs(pcm.length), leadMs: 0, pcm };
    return (await hearSpeech(whole, voiceActivity)).segments(speechModels['moonshine-tiny'].segments);
  };

  test('speech at -67 dBFS is detected', async () => {
    const segments = await segmentsOf('en-fleurs-004.ogg');
    const speechMs = segments.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
    expect(speechMs).toBeGreaterThan(3_000);
  });

  test('the pauses of a telephone call separate its sentences', async () => {
    expect((await segmentsOf('en-phone-order-8k.flac')).length).toBeGreaterThanOrEqual(8);
  });

  test('listeners that take turns hear as if each were alone', async () => {
    const pcms = await Promise.all(
      ['en-quilter.flac', 'en-weather.flac'].map((file) => samplesOf(recording(file))),
    );
    const framesOf = pcms.map((pcm) =>
      Array.from(levelledFrames(pcm), (frame) => frame.slice()).slice(0, 100),
    );
    const alone = await Promise.all(framesOf.map((frames) => heardBy(voiceActivity.listen(), frames)));
    const listeners = framesOf.map(() => voiceActivity.listen());
    const inTurns: number[][] = [[], []];
    for (let i = 0; i < 100; i += 1)
      for (const [k, listener] of listeners.entries())
        inTurns[k]?.push(...(await listener.hear(framesOf[k]?.slice(i, i + 1) ?? [])));
    expect(inTurns).toEqual(alone);
    expect(Math.max(...(inTurns[0] ?? []))).toBeGreaterThan(0.5);
  });

  test('frames at once are heard as one by one', async () => {
    const pcm = await samplesOf(recording('en-quilter.flac'));
    const frames = Array.from(levelledFrames(pcm), (frame) => frame.slice());
    const oneByOne = await heardBy(voiceActivity.listen(), frames);
    const atOnce = await voiceActivity.listen().hear(frames);
    const differences = atOnce.map((probability, n) => Math.abs(probability - (oneByOne[n] ?? Number.NaN)));
    expect(frames.length).toBeGreaterThan(100);
    expect(Math.max(...differences)).toBeLessThan(1e-4);
  });

  test('a recording does not influence the result of the next one', async () => {
    const first = await segmentsOf('en-quilter.flac');
    await segmentsOf('en-weather.flac');
    expect(await segmentsOf('en-quilter.flac')).toEqual(first);
  });
});
