import { attribute, node, textsOf } from '../onnx-format.ts';
import { attributesOf, floatsOf, graphOf, nodesOf, storedOf } from '../onnx-reader.ts';

/** A tensor of floats with its shape. */
export type Floats = { readonly dims: readonly number[]; readonly values: Float32Array };

/** The tensors of Silero VAD, by the names that they have in the model. */
export type SileroWeights = (name: string) => Floats;

/** The model's branch for audio at 16 kHz. The other branch is for 8 kHz. */
const ofOurRate = /^If_0_then_branch__Inline_0__([\w.]+)$/;

/** Reads the weights of Silero VAD as its authors publish them. The returned function throws for an unknown name. */
export const readSilero = (file: Uint8Array): SileroWeights => {
  const weights = new Map<string, Floats>();
  for (const fields of nodesOf(graphOf(file))) {
    const [, name] = ofOurRate.exec(textsOf(fields, node.output)[0] ?? '') ?? [];
    const [value] = attributesOf(fields, attribute.tensor);
    if (name === undefined || value === undefined) continue;
    const [, stored] = storedOf(value);
    weights.set(name, { dims: stored.dims, values: floatsOf(stored) });
  }
  return (name) => {
    const found = weights.get(name);
    if (!found) throw new Error(`The published Silero VAD has no ${name}.`);
    return found;
  };
};
