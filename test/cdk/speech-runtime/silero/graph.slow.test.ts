import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { unpack } from '#cdk/speech-runtime/npm-packages.ts';
import { readSilero } from '#cdk/speech-runtime/silero/export.ts';
import { writeSilero } from '#cdk/speech-runtime/silero/graph.ts';
import { toFloats } from '#lib/speech/audio/pcm.ts';
import { floatsOf, loadOnnxRuntime } from '#lib/speech/engines/onnx-runtime.ts';
import { samplesOf } from '../../../support/samples.ts';
import { needs, recording, speechDir } from '../../../support/speech.ts';
import { testFolder } from '../../../support/test-folder.ts';

const contextSamples = 64;
const frameSamples = 512;
const windowSamples = contextSamples + frameSamples;

describe.skipIf(needs.recordings !== '')(`Silero's graph${needs.recordings}`, () => {
  const { Tensor, openGraph } = loadOnnxRuntime(speechDir);
  const folder = testFolder();
  const stateOf = (values: Float32Array) => new Tensor('float32', values, [2, 1, 128]);

  test('Silero’s graph gives all frames at once the probabilities that the published graph gives them one by one', async () => {
    const publishedFile = join(await unpack('@ricky0123/vad-web@0.0.31', folder), 'dist/silero_vad_v6.onnx');
    const file = join(folder, 'silero.onnx');
    writeFileSync(file, Buffer.concat(writeSilero(readSilero(readFileSync(publishedFile)))));
    const [ours, published] = [file, publishedFile].map((path) => openGraph(path, { optimized: false }));
    const samples = toFloats(await samplesOf(recording('en-weather.flac')));
    const count = Math.floor((samples.length - contextSamples) / frameSamples);
    const windows = new Float32Array(count * windowSamples);
    for (let n = 0; n < count; n += 1)
      windows.set(samples.subarray(n * frameSamples, n * frameSamples + windowSamples), n * windowSamples);

    const frames = new Tensor('float32', windows, [count, windowSamples]);
    const atOnce = await (
      await ours
    )?.run({ frames, state: stateOf(new Float32Array(256)) }, ['probabilities', 'nextState']);
    const expected: number[] = [];
    let state = stateOf(new Float32Array(256));
    for (let n = 0; n < count; n += 1) {
      const window = windows.slice(n * windowSamples, (n + 1) * windowSamples);
      const input = new Tensor('float32', window, [1, windowSamples]);
      const sr = new Tensor('int64', [16_000n]);
      const next = (await (await published)?.run({ input, state, sr }, ['output', 'stateN'])) ?? {};
      expected.push(floatsOf(next, 'output')[0] ?? Number.NaN);
      state = stateOf(floatsOf(next, 'stateN').slice());
    }
    const found = floatsOf(atOnce ?? {}, 'probabilities');
    const differences = expected.map((probability, n) => Math.abs(probability - (found[n] ?? Number.NaN)));
    expect(Math.max(...expected)).toBeGreaterThan(0.9);
    expect(Math.max(...differences)).toBeLessThan(1e-4);
    const lastState = floatsOf(atOnce ?? {}, 'nextState');
    for (const [at, value] of floatsOf({ state }, 'state').entries())
      expect(Math.abs(value - (lastState[at] ?? Number.NaN))).toBeLessThan(1e-3);
  });
});
