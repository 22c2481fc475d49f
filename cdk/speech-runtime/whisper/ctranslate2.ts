import { readTensor, type Tensor, type Weights } from './weights.ts';

const formats = { 0: 'F32', 4: 'F16' } as const;
const isFloat = (type: number): type is keyof typeof formats => type in formats;

/**
 * Reads a CTranslate2 `model.bin` (version 6, in floats): a list of named tensors, little endian. The format joins the
 * projections of an attention into one tensor. This function splits it.
 */
export const readCTranslate2 = (file: Buffer): Weights => {
  const variables = readVariables(file);
  const weights = new Map<string, Tensor>();
  const take = (name: string, variable: string, [part, parts]: Part = whole): void => {
    const found = variables.get(variable);
    if (!found) throw new Error(`The weights have no ${variable}.`);
    weights.set(name, partOf(found, part, parts));
  };
  const takeLinear = (name: string, variable: string, part?: Part): void => {
    take(`${name}.weight`, `${variable}/weight`, part);
    // The projection to keys has no bias. The format fills its part of the joined bias with zeros.
    if (!name.endsWith('k_proj')) take(`${name}.bias`, `${variable}/bias`, part);
  };
  const takeNorm = (name: string, variable: string): void => {
    take(`${name}.weight`, `${variable}/layer_norm/gamma`);
    take(`${name}.bias`, `${variable}/layer_norm/beta`);
  };

  for (const conv of ['conv1', 'conv2']) takeLinear(`encoder.${conv}`, `encoder/${conv}`);
  for (const side of ['encoder', 'decoder']) {
    take(`${side}.embed_positions.weight`, `${side}/position_encodings/encodings`);
    takeNorm(`${side}.layer_norm`, side);
    for (let i = 0; variables.has(`${side}/layer_${i}/ffn/linear_0/weight`); i += 1) {
      const layer = `${side}.layers.${i}`;
      const from = `${side}/layer_${i}`;
      takeNorm(`${layer}.self_attn_layer_norm`, `${from}/self_attention`);
      for (const [part, projection] of ['q', 'k', 'v'].entries())
        takeLinear(`${layer}.self_attn.${projection}_proj`, `${from}/self_attention/linear_0`, [part, 3]);
      takeLinear(`${layer}.self_attn.out_proj`, `${from}/self_attention/linear_1`);
      takeNorm(`${layer}.final_layer_norm`, `${from}/ffn`);
      takeLinear(`${layer}.fc1`, `${from}/ffn/linear_0`);
      takeLinear(`${layer}.fc2`, `${from}/ffn/linear_1`);
      if (side === 'encoder') continue;
      takeNorm(`${layer}.encoder_attn_layer_norm`, `${from}/attention`);
      takeLinear(`${layer}.encoder_attn.q_proj`, `${from}/attention/linear_0`);
      for (const [part, projection] of ['k', 'v'].entries())
        takeLinear(`${layer}.encoder_attn.${projection}_proj`, `${from}/attention/linear_1`, [part, 2]);
      takeLinear(`${layer}.encoder_attn.out_proj`, `${from}/attention/linear_2`);
    }
  }
  take('decoder.embed_tokens.weight', 'decoder/embeddings/weight');
  return weights;
};

/** The rows of a tensor that begin at `part` of `parts` equal parts. */
type Part = readonly [part: number, parts: number];
const whole: Part = [0, 1];

type Variable = { readonly dims: readonly number[]; readonly type: number; readonly bytes: Uint8Array };

const partOf = ({ dims, type, bytes }: Variable, part: number, parts: number): Tensor => {
  if (!isFloat(type)) throw new Error('Only weights in F32 or F16 can be read. These are quantized.');
  const [rows = 0, ...others] = dims;
  const size = bytes.length / parts;
  return readTensor([rows / parts, ...others], formats[type], bytes.subarray(part * size, (part + 1) * size));
};

const readVariables = (file: Buffer): Map<string, Variable> => {
  let at = 0;
  const take = (size: number): number => {
    at += size;
    return file.readUIntLE(at - size, size);
  };
  const takeBytes = (length: number): Buffer => file.subarray(at, (at += length));
  // The length includes the zero byte at the end.
  const takeText = (): string => takeBytes(take(2)).toString('utf8').slice(0, -1);

  const version = take(4);
  const kind = takeText();
  if (version !== 6 || kind !== 'WhisperSpec')
    throw new Error(`The weights are a ${kind} of CTranslate2 ${version}, not a WhisperSpec of version 6.`);
  take(4);
  const variables = new Map<string, Variable>();
  for (let left = take(4); left > 0; left -= 1) {
    const name = takeText();
    const dims = Array.from({ length: take(1) }, () => take(4));
    const type = take(1);
    variables.set(name, { dims, type, bytes: takeBytes(take(4)) });
  }
  return variables;
};
