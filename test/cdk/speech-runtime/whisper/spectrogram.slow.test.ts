import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { GraphWriter } from '#cdk/speech-runtime/graph-writer.ts';
import { writeSpectrogram } from '#cdk/speech-runtime/whisper/spectrogram.ts';
import { floatsOf, type Graph, loadOnnxRuntime } from '#lib/speech/engines/onnx-runtime.ts';
import { needs, speechDir } from '../../../support/speech.ts';
import { randomNumbers } from '../../../support/whisper/made-up-weights.ts';
import { spectrogramOf } from '../../../support/whisper/spectrogram.ts';
import { testFolder } from '../../../support/test-folder.ts';

const bins = 80;

describe.skipIf(needs.runtime !== '')(`the spectrogram of Whisper${needs.runtime}`, () => {
  const { Tensor, openGraph } = loadOnnxRuntime(speechDir);
  const dir = testFolder();
  let graph: Graph;
  beforeAll(async () => {
    const writer = new GraphWriter();
    const spectrogram = writeSpectrogram(writer, writer.input('samples', 'float32', [1, 'time']), bins);
    writer.addAs('mel', 'Identity', { inputs: [spectrogram] });
    writer.output('mel', [1, bins, 'frames']);
    const file = join(dir, 'spectrogram.onnx');
    writeFileSync(file, Buffer.concat(writer.encode()));
    graph = await openGraph(file, { optimized: false });
  });
  afterAll(() => graph.release());

  /** The spectrogram [time][bins] of noise followed by silence. */
  const spectrogram = async (noiseMs: number, silenceMs: number) => {
    const next = randomNumbers(1);
    const samples = Float32Array.from({ length: 16 * (noiseMs + silenceMs) }, (_, i) =>
      i < 16 * noiseMs ? next() / 2 : 0,
    );
    const answer = await graph.run({ samples: new Tensor('float32', samples, [1, samples.length]) }, ['mel']);
    const mel = floatsOf(answer, 'mel');
    const frames = samples.length / 160;
    const got = Array.from({ length: frames }, (_, t) =>
      Array.from({ length: bins }, (_one, bin) => mel[bin * frames + t] ?? Number.NaN),
    );
    return { got, expected: spectrogramOf(samples, bins) };
  };

  test.each([
    ['audio up to both ends', 500, 0],
    ['audio and silence', 300, 200],
    ['silence', 0, 100],
  ])('the spectrogram of Whisper is what its definition says: %s', async (_, noiseMs, silenceMs) => {
    const { got, expected } = await spectrogram(noiseMs, silenceMs);
    expect(got).toHaveLength(expected.length);
    for (const [t, bin] of got.entries())
      for (const [i, value] of bin.entries()) expect(value).toBeCloseTo(expected[t]?.[i] ?? Number.NaN, 4);
  });

  test('silence is clamped to 80 dB below the loudest value', async () => {
    const { got } = await spectrogram(300, 200);
    const loudest = Math.max(...got.flat());
    for (const value of got.at(-1) ?? []) expect(value).toBeCloseTo(loudest - 2, 5);
  });
});
