import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { unpack } from '#cdk/speech-runtime/npm-packages.ts';
import { toFloats } from '#lib/speech/audio/pcm.ts';
import { beginOfText, endOfText } from '#lib/speech/engines/llama-tokens.ts';
import { MoonshineDecoder } from '#lib/speech/engines/moonshine-decoder.ts';
import { loadMoonshineEncoder, moonshineGraph } from '#lib/speech/engines/moonshine-encoder.ts';
import { floatsOf, loadOnnxRuntime } from '#lib/speech/engines/onnx-runtime.ts';
import { samplesOf } from '../../../support/samples.ts';
import { needs, recording, speechDir } from '../../../support/speech.ts';
import { testFolder } from '../../../support/test-folder.ts';

const vocabulary = 32_768;
/**
 * Logits are up to 30. Products of one row are added in another order than those of several rows. This changes logits by some
 * hundredths, and by more on some processors.
 */
const tolerance = 1.5;
const expectAlike = (logit: number | undefined, other: number | undefined): void =>
  expect(Math.abs((logit ?? Number.NaN) - (other ?? Number.NaN))).toBeLessThan(tolerance);

const likeliest = (logits: Float32Array): number =>
  logits.reduce((best, logit, token) => (logit > (logits[best] ?? 0) ? token : best), 0);
const rowsOf = (logits: Float32Array): Float32Array[] =>
  Array.from({ length: logits.length / vocabulary }, (_, row) =>
    logits.subarray(row * vocabulary, (row + 1) * vocabulary),
  );

describe.skipIf(needs.recordings !== '')(`Moonshine's graphs${needs.recordings}`, () => {
  const ort = loadOnnxRuntime(speechDir);
  const folder = testFolder();

  const listen = async () => {
    const encoder = await loadMoonshineEncoder(ort, speechDir);
    const pcm = toFloats((await samplesOf(recording('en-weather.flac'))).subarray(0, 10 * 16_000));
    return { pcm, audio: await encoder.encode(pcm) };
  };
  const openDecoder = () => ort.openGraph(moonshineGraph(speechDir, 'decoder'), { optimized: true });

  /** The most likely text, token by token, and the logits for each token. */
  const decode = async (decoder: MoonshineDecoder) => {
    const tokens = [beginOfText];
    const logits: Float32Array[] = [];
    while (tokens.at(-1) !== endOfText) {
      const next = await decoder.step(tokens.slice(-1), [0]);
      logits.push(next.slice());
      tokens.push(likeliest(next));
    }
    return { tokens, logits };
  };

  test('a text that is appended at once has the logits that it has token by token, also after a part was taken back', async () => {
    const { audio } = await listen();
    const graph = await openDecoder();
    const { tokens, logits } = await decode(new MoonshineDecoder(ort, graph, { audio, withAttention: true }));
    expect(tokens.length).toBeGreaterThan(20);
    const decoder = new MoonshineDecoder(ort, graph, { audio, withAttention: false });
    await decoder.append(tokens.slice(0, 12));
    decoder.keep(5);
    const atOnce = rowsOf(await decoder.append(tokens.slice(5, -1)));
    for (const [at, own] of atOnce.entries())
      for (const token of [0, 1, 2, tokens[at + 6] ?? 0]) expectAlike(own[token], logits[at + 5]?.[token]);
  });

  test('each row of a beam has the logits that its text has alone', async () => {
    const { audio } = await listen();
    const graph = await openDecoder();
    const { tokens, logits } = await decode(new MoonshineDecoder(ort, graph, { audio, withAttention: true }));
    const beam = new MoonshineDecoder(ort, graph, { audio, withAttention: true });
    await beam.step([beginOfText], [0]);
    // The first row has another text, so a row with the wrong parent gets other logits.
    await beam.step([500, tokens[1] ?? 0], [0, 0]);
    const [own] = rowsOf(await beam.step([tokens[2] ?? 0, 700, 700], [1, 0, 0]));
    const token = tokens[3] ?? 0;
    expectAlike(own?.[token], logits[2]?.[token]);
    expect(beam.attention(2, 0)).toHaveLength(4);
    for (const weights of beam.attention(2, 2))
      expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 3);
  });

  test('our graphs write what the published export writes', { timeout: 120_000 }, async () => {
    const { audio, pcm } = await listen();
    const graph = await openDecoder();
    const { tokens } = await decode(new MoonshineDecoder(ort, graph, { audio, withAttention: true }));
    const published = join(
      await unpack('@moonshine-ai/moonshine-js@0.1.29', folder),
      'dist/model/tiny/quantized',
    );
    const [encoder, whole] = await Promise.all(
      ['encoder_model.onnx', 'decoder_model_merged.onnx'].map((name) =>
        ort.openGraph(join(published, name), { optimized: false }),
      ),
    );
    if (!encoder || !whole) throw new Error('The export has two graphs.');
    const input_values = new ort.Tensor('float32', pcm, [1, pcm.length]);
    const { last_hidden_state } = await encoder.run({ input_values }, ['last_hidden_state']);
    if (!last_hidden_state) throw new Error('The encoder has no output.');
    const none = () => new ort.Tensor('float32', new Float32Array(), [1, 8, 0, 36]);
    const past = [0, 1, 2, 3, 4, 5].flatMap((layer) =>
      ['decoder.key', 'decoder.value', 'encoder.key', 'encoder.value'].map(
        (kind) => [`past_key_values.${layer}.${kind}`, none()] as const,
      ),
    );
    const answer = await whole.run(
      {
        input_ids: new ort.Tensor('int64', BigInt64Array.from(tokens.slice(0, -1), BigInt), [
          1,
          tokens.length - 1,
        ]),
        encoder_hidden_states: last_hidden_state,
        use_cache_branch: new ort.Tensor('bool', [false]),
        ...Object.fromEntries(past),
      },
      ['logits'],
    );
    // The other graph rounds all activations of a step with the same scale, so its logits differ by some tenths.
    const theirs = rowsOf(floatsOf(answer, 'logits'));
    const short = theirs.map(
      (logits, at) => (logits[likeliest(logits)] ?? 0) - (logits[tokens[at + 1] ?? 0] ?? 0),
    );
    expect(Math.max(...short)).toBeLessThan(2 * tolerance);
    expect(short.filter((difference) => difference > 0).length / short.length).toBeLessThan(0.2);
  });
});
