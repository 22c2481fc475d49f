import { tensorOf, type Weights } from '#cdk/speech-runtime/whisper/weights.ts';

/** A matrix as its rows. */
type Rows = readonly Float64Array[];

/** A direct implementation of Whisper (Radford et al. 2022) in doubles and without caches, as a reference for graphs. */
export const referenceWhisper = (weights: Weights, heads: number) => {
  const get = (name: string): Float32Array => tensorOf(weights, name).values();
  const dimsOf = (name: string): readonly number[] => tensorOf(weights, name).dims;

  const linear = (x: Rows, name: string): Rows => {
    const w = get(`${name}.weight`);
    const b = weights.get(`${name}.bias`)?.values();
    const [to = 0, from = 0] = dimsOf(`${name}.weight`);
    return x.map((row) =>
      Float64Array.from({ length: to }, (_, i) => {
        let sum = b?.[i] ?? 0;
        for (let k = 0; k < from; k += 1) sum += (row[k] ?? 0) * (w[i * from + k] ?? 0);
        return sum;
      }),
    );
  };
  const norm = (x: Rows, name: string): Rows => {
    const gain = get(`${name}.weight`);
    const bias = get(`${name}.bias`);
    return x.map((row) => {
      const mean = row.reduce((a, b) => a + b, 0) / row.length;
      const variance = row.reduce((a, b) => a + (b - mean) ** 2, 0) / row.length;
      return row.map(
        (value, i) => ((value - mean) / Math.sqrt(variance + 1e-5)) * (gain[i] ?? 0) + (bias[i] ?? 0),
      );
    });
  };
  /** Also returns the weights of each head, [heads][queries][keys]. */
  const attend = (name: string, from: Rows, { to, causal }: { to: Rows; causal: boolean }) => {
    const q = linear(from, `${name}.q_proj`);
    const k = linear(to, `${name}.k_proj`);
    const v = linear(to, `${name}.v_proj`);
    const headSize = (q[0]?.length ?? 0) / heads;
    const joined = q.map((row) => new Float64Array(row.length));
    const attention = Array.from({ length: heads }, (_, head) => {
      const part = (row: Float64Array): Float64Array => row.subarray(head * headSize, (head + 1) * headSize);
      return q.map((query, i) => {
        const keys = causal ? k.slice(0, i + 1) : k;
        const scores = keys.map((key) => dot(part(query), part(key)) / Math.sqrt(headSize));
        const highest = Math.max(...scores);
        const powers = scores.map((score) => Math.exp(score - highest));
        const sum = powers.reduce((a, b) => a + b, 0);
        const shares = powers.map((power) => power / sum);
        const target = part(joined[i] ?? new Float64Array());
        shares.forEach((share, n) =>
          part(v[n] ?? new Float64Array()).forEach((value, d) => {
            target[d] = (target[d] ?? 0) + share * value;
          }),
        );
        return shares;
      });
    });
    return { x: linear(joined, `${name}.out_proj`), attention };
  };
  const feedForward = (x: Rows, name: string): Rows =>
    plus(x, linear(map(linear(norm(x, `${name}.final_layer_norm`), `${name}.fc1`), gelu), `${name}.fc2`));
  const embed = (name: string, count: number): Rows => {
    const [, width = 0] = dimsOf(name);
    const values = get(name);
    return Array.from({ length: count }, (_, i) =>
      Float64Array.from(values.subarray(i * width, (i + 1) * width)),
    );
  };
  const layersOf = (side: string): string[] =>
    [...weights.keys()].flatMap((name) => {
      const [, layer] = /^(\w+\.layers\.\d+)\.fc1\.weight$/.exec(name) ?? [];
      return layer?.startsWith(side) ? layer : [];
    });

  /** A convolution of [time][channels] with kernels of three. */
  const convolve = (x: Rows, name: string, stride: number): Rows => {
    const w = get(`${name}.weight`);
    const b = get(`${name}.bias`);
    const [to = 0, from = 0] = dimsOf(`${name}.weight`);
    return Array.from({ length: Math.ceil(x.length / stride) }, (_, t) =>
      Float64Array.from({ length: to }, (_unused, i) => {
        let sum = b[i] ?? 0;
        for (let tap = 0; tap < 3; tap += 1)
          for (let c = 0; c < from; c += 1)
            sum += (x[t * stride + tap - 1]?.[c] ?? 0) * (w[(i * from + c) * 3 + tap] ?? 0);
        return gelu(sum);
      }),
    );
  };

  return {
    /** From a spectrogram [time][bins] to [frames][size]. */
    encode: (mel: Rows): Rows => {
      const features = convolve(convolve(mel, 'encoder.conv1', 1), 'encoder.conv2', 2);
      let x = plus(features, embed('encoder.embed_positions.weight', features.length));
      for (const layer of layersOf('encoder')) {
        const normal = norm(x, `${layer}.self_attn_layer_norm`);
        x = plus(x, attend(`${layer}.self_attn`, normal, { to: normal, causal: false }).x);
        x = feedForward(x, layer);
      }
      return norm(x, 'encoder.layer_norm');
    },
    /** The logits after the last token, and its attention to the audio, [layers][heads][frames]. */
    decode: (audio: Rows, tokens: readonly number[]) => {
      const table = embed('decoder.embed_tokens.weight', dimsOf('decoder.embed_tokens.weight')[0] ?? 0);
      let x = plus(
        tokens.map((token) => table[token] ?? new Float64Array()),
        embed('decoder.embed_positions.weight', tokens.length),
      );
      const attention = layersOf('decoder').map((layer) => {
        const normal = norm(x, `${layer}.self_attn_layer_norm`);
        x = plus(x, attend(`${layer}.self_attn`, normal, { to: normal, causal: true }).x);
        const query = norm(x, `${layer}.encoder_attn_layer_norm`);
        const heard = attend(`${layer}.encoder_attn`, query, { to: audio, causal: false });
        x = feedForward(plus(x, heard.x), layer);
        return heard.attention.map((rows) => rows.at(-1) ?? []);
      });
      const last = norm(x, 'decoder.layer_norm').at(-1) ?? new Float64Array();
      return { logits: table.map((row) => dot(row, last)), attention };
    },
  };
};

const dot = (a: Float64Array, b: Float64Array): number => {
  let sum = 0;
  for (let i = 0; i < a.length; i += 1) sum += (a[i] ?? 0) * (b[i] ?? 0);
  return sum;
};
const plus = (a: Rows, b: Rows): Rows => a.map((row, i) => row.map((value, k) => value + (b[i]?.[k] ?? 0)));
const map = (x: Rows, change: (value: number) => number): Rows => x.map((row) => row.map(change));
const gelu = (x: number): number => (x * (1 + erf(x / Math.SQRT2))) / 2;

/** The error function to 1.5e-7 (Abramowitz and Stegun 1964, 7.1.26). */
const erf = (x: number): number => {
  const t = 1 / (1 + 0.327_591_1 * Math.abs(x));
  const series = [0.254_829_592, -0.284_496_736, 1.421_413_741, -1.453_152_027, 1.061_405_429];
  const sum = series.reduceRight((total, factor) => (total + factor) * t, 0);
  return Math.sign(x) * (1 - sum * Math.exp(-x * x));
};
