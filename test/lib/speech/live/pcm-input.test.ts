import { describe, expect, test } from 'vitest';
import { rms, toFloats } from '#lib/speech/audio/pcm.ts';
import { byteAt, msAt, type PcmFormat, pcmInput } from '#lib/speech/live/pcm-input.ts';

const rates = [8_000, 11_025, 16_000, 22_050, 24_000, 32_000, 44_100, 47_999, 48_000];

type Wave = (seconds: number) => number;
const tone =
  (hertz: number, amplitude = 10_000): Wave =>
  (t) =>
    amplitude * Math.sin(2 * Math.PI * hertz * t);
const bytesOf = (sampleRateHz: number, channels: readonly Wave[], seconds = 1): Buffer => {
  const samples = new Int16Array(seconds * sampleRateHz * channels.length);
  for (const [channel, wave] of channels.entries())
    for (let i = 0; i < seconds * sampleRateHz; i += 1)
      samples[i * channels.length + channel] = Math.round(wave(i / sampleRateHz));
  return Buffer.from(samples.buffer);
};
const decoded = (format: PcmFormat, bytes: Uint8Array): Int16Array =>
  pcmInput({ ...format, startMs: 0 }).decode(bytes);
const loudnessOf = (pcm: Int16Array): number => rms(toFloats(pcm));

describe.each(rates)('%i Hz', (sampleRateHz) => {
  test('a tone keeps its pitch, phase and loudness', () => {
    const pcm = decoded({ sampleRateHz, channels: 1 }, bytesOf(sampleRateHz, [tone(440)]));
    expect(pcm.length).toBeGreaterThan(15_940);
    expect(pcm.length).toBeLessThanOrEqual(16_000);
    const wave = tone(440);
    let worst = 0;
    for (let i = 100; i < pcm.length; i += 1)
      worst = Math.max(worst, Math.abs((pcm[i] ?? 0) - wave(i / 16_000)));
    expect(worst).toBeLessThan(10);
  });

  test('a tone at the limit of telephone speech is kept', () => {
    const pcm = decoded({ sampleRateHz, channels: 1 }, bytesOf(sampleRateHz, [tone(3_300)]));
    expect(loudnessOf(pcm.subarray(100))).toBeCloseTo(10_000 / 32_768 / Math.SQRT2, 2);
  });
});

test('a tone above 8 kHz is not folded into speech', () => {
  for (const sampleRateHz of [32_000, 44_100, 48_000]) {
    const pcm = decoded({ sampleRateHz, channels: 1 }, bytesOf(sampleRateHz, [tone(9_500)]));
    expect(loudnessOf(pcm.subarray(100))).toBeLessThan(0.000_3);
  }
});

test('the loudest samples do not overflow', () => {
  const square: Wave = (t) => (t % 0.01 < 0.005 ? 32_767 : -32_768);
  const pcm = decoded({ sampleRateHz: 48_000, channels: 1 }, bytesOf(48_000, [square]));
  const periods = Array.from({ length: 90 }, (_, i) => 160 * (i + 2));
  for (const start of periods) {
    expect(Math.min(...pcm.subarray(start + 20, start + 60))).toBeGreaterThan(30_000);
    expect(Math.max(...pcm.subarray(start + 100, start + 140))).toBeLessThan(-30_000);
  }
});

test('two channels are mixed, also where they are opposite', () => {
  const same = decoded({ sampleRateHz: 16_000, channels: 2 }, bytesOf(16_000, [tone(440), tone(440)]));
  expect(loudnessOf(same)).toBeCloseTo(10_000 / 32_768 / Math.SQRT2, 2);
  const opposite = decoded(
    { sampleRateHz: 48_000, channels: 2 },
    bytesOf(48_000, [tone(440), tone(440, -10_000)], 2),
  );
  expect(loudnessOf(opposite)).toBeCloseTo(10_000 / 32_768 / Math.SQRT2, 2);
});

test('the samples of a PCM stream are the same wherever its bytes are cut', () => {
  for (const channels of [1, 2] as const) {
    const format = { sampleRateHz: 44_100, channels };
    const bytes = bytesOf(44_100, [tone(440), tone(700)].slice(0, channels));
    const input = pcmInput({ ...format, startMs: 0 });
    const parts: number[] = [];
    for (let at = 0, size = 1; at < bytes.length; at += size, size = (size * 7 + 3) % 997)
      parts.push(...input.decode(bytes.subarray(at, at + size)));
    expect(Int16Array.from(parts)).toEqual(decoded(format, bytes));
  }
});

test('a stream that is opened later gives the same samples after half a second', () => {
  for (const channels of [1, 2] as const) {
    for (const sampleRateHz of [8_000, 16_000, 22_050, 44_100, 48_000]) {
      const format = { sampleRateHz, channels };
      const bytes = bytesOf(sampleRateHz, [tone(440), tone(440, -9_000)].slice(0, channels), 2);
      const startMs = 730;
      const later = pcmInput({ ...format, startMs }).decode(bytes.subarray(byteAt(format, startMs)));
      const whole = decoded(format, bytes).subarray(startMs * 16);
      expect(later.length).toBe(whole.length);
      expect(later.subarray(520 * 16)).toEqual(whole.subarray(520 * 16));
    }
  }
});

test('the end of a stream has the samples that waited for more audio, so that none of it is lost', () => {
  for (const channels of [1, 2] as const) {
    for (const sampleRateHz of rates) {
      const format = { sampleRateHz, channels };
      const bytes = bytesOf(sampleRateHz, [tone(440), tone(440)].slice(0, channels));
      const input = pcmInput({ ...format, startMs: 0 });
      const pcm = [...input.decode(bytes), ...input.end()];
      expect(pcm).toHaveLength(16_000);
      const wave = tone(440);
      // The filter takes what would follow for silence.
      for (let i = 15_000; i < 15_950; i += 1)
        expect(Math.abs((pcm[i] ?? 0) - wave(i / 16_000))).toBeLessThan(10);
    }
  }
});

test('a mix forgets in half a second that its channels were opposite', () => {
  const format = { sampleRateHz: 16_000, channels: 2 } as const;
  const right: Wave = (t) => (t < 1.1 ? tone(440, -10_000)(t) : tone(700)(t));
  const bytes = bytesOf(16_000, [tone(440), right], 3);
  const startMs = 1_200;
  const later = pcmInput({ ...format, startMs }).decode(bytes.subarray(byteAt(format, startMs)));
  const whole = decoded(format, bytes).subarray(startMs * 16);
  expect(later.subarray(0, 1_600)).not.toEqual(whole.subarray(0, 1_600));
  expect(later.subarray(520 * 16)).toEqual(whole.subarray(520 * 16));
});

test('a position in ms and its byte belong together', () => {
  for (const sampleRateHz of rates) {
    const format = { sampleRateHz, channels: 2 } as const;
    expect(byteAt(format, 12_340) % 4).toBe(0);
    expect(msAt(format, byteAt(format, 10_000))).toBe(10_000);
  }
  expect(byteAt({ sampleRateHz: 16_000, channels: 1 }, 250)).toBe(8_000);
  expect(msAt({ sampleRateHz: 16_000, channels: 1 }, 8_001)).toBe(250);
});
