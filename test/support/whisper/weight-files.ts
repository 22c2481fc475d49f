import type { Weights } from '#cdk/speech-runtime/whisper/weights.ts';

/** Writes weights as a `model.safetensors` in F16. */
export const safetensorsOf = (weights: Weights): Buffer => {
  let at = 0;
  const parts: Buffer[] = [];
  const entries = Array.from(weights, ([name, { dims, values }]) => {
    const bytes = Buffer.from(Float16Array.from(values()).buffer);
    parts.push(bytes);
    at += bytes.length;
    return [`model.${name}`, { dtype: 'F16', shape: dims, data_offsets: [at - bytes.length, at] }];
  });
  const header = Buffer.from(
    JSON.stringify({ __metadata__: { format: 'pt' }, ...Object.fromEntries(entries) }),
  );
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(header.length));
  return Buffer.concat([length, header, ...parts]);
};

const word = (value: number, bytes: number): Buffer => {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntLE(value, 0, bytes);
  return buffer;
};
const text = (value: string): Buffer => Buffer.concat([word(value.length + 1, 2), Buffer.from(`${value}\0`)]);

/** The CTranslate2 variables for these weights, each with the names of the tensors that it concatenates. */
const variablesOf = (weights: Weights): [string, string[]][] => {
  const both = (name: string, variable: string): [string, string[]][] => [
    [`${variable}/weight`, [`${name}.weight`]],
    [`${variable}/bias`, [`${name}.bias`]],
  ];
  const norm = (name: string, variable: string): [string, string[]][] => [
    [`${variable}/layer_norm/gamma`, [`${name}.weight`]],
    [`${variable}/layer_norm/beta`, [`${name}.bias`]],
  ];
  const joined = (names: readonly string[], variable: string): [string, string[]][] => [
    [`${variable}/weight`, names.map((name) => `${name}.weight`)],
    [`${variable}/bias`, names.map((name) => `${name}.bias`)],
  ];
  const layer = (side: string, i: number): [string, string[]][] => {
    const name = `${side}.layers.${i}`;
    const variable = `${side}/layer_${i}`;
    const own = ['q', 'k', 'v'].map((part) => `${name}.self_attn.${part}_proj`);
    const other = ['k', 'v'].map((part) => `${name}.encoder_attn.${part}_proj`);
    return [
      ...norm(`${name}.self_attn_layer_norm`, `${variable}/self_attention`),
      ...joined(own, `${variable}/self_attention/linear_0`),
      ...both(`${name}.self_attn.out_proj`, `${variable}/self_attention/linear_1`),
      ...norm(`${name}.final_layer_norm`, `${variable}/ffn`),
      ...both(`${name}.fc1`, `${variable}/ffn/linear_0`),
      ...both(`${name}.fc2`, `${variable}/ffn/linear_1`),
      ...(side === 'encoder'
        ? []
        : [
            ...norm(`${name}.encoder_attn_layer_norm`, `${variable}/attention`),
            ...both(`${name}.encoder_attn.q_proj`, `${variable}/attention/linear_0`),
            ...joined(other, `${variable}/attention/linear_1`),
            ...both(`${name}.encoder_attn.out_proj`, `${variable}/attention/linear_2`),
          ]),
    ];
  };
  const layers = [0, 1].filter((i) => weights.has(`encoder.layers.${i}.fc1.weight`));
  return [
    ...both('encoder.conv1', 'encoder/conv1'),
    ...both('encoder.conv2', 'encoder/conv2'),
    ...['encoder', 'decoder'].flatMap((side): [string, string[]][] => [
      [`${side}/position_encodings/encodings`, [`${side}.embed_positions.weight`]],
      ...norm(`${side}.layer_norm`, side),
      ...layers.flatMap((i) => layer(side, i)),
    ]),
    ['decoder/embeddings/weight', ['decoder.embed_tokens.weight']],
  ];
};

/** Writes weights as a `model.bin` of CTranslate2 in F16. */
export const cTranslate2Of = (weights: Weights): Buffer => {
  const variables = variablesOf(weights).map(([variable, names]) => {
    const parts = names.map((name) => weights.get(name));
    // Key projections have no bias, so zeros take its place.
    const [rows = 0, ...others] = parts.at(-1)?.dims ?? [];
    const numbers = parts.flatMap((part) => Array.from(part?.values() ?? new Float32Array(rows)));
    const dims = [rows * names.length, ...others];
    const bytes = Buffer.from(Float16Array.from(numbers).buffer);
    const sizes = dims.map((dim) => word(dim, 4));
    return Buffer.concat([
      text(variable),
      word(dims.length, 1),
      ...sizes,
      word(4, 1),
      word(bytes.length, 4),
      bytes,
    ]);
  });
  return Buffer.concat([
    word(6, 4),
    text('WhisperSpec'),
    word(3, 4),
    word(variables.length, 4),
    ...variables,
  ]);
};
