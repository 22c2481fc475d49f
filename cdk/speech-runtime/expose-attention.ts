import {
  append,
  encodeValueInfo,
  graph,
  model as modelFields,
  rewrite,
  rewriteBranches,
} from './onnx-format.ts';
import { bytesField } from './protobuf.ts';

/**
 * Turns tensors inside the only `If` node of a merged decoder into outputs of the model, under their own names. Both branches
 * must compute them.
 */
export const exposeTensors = (model: Uint8Array, names: readonly string[]): Uint8Array => {
  const outputs = names.map((name) => bytesField(graph.output, encodeValueInfo(name, 'float32')));
  return rewrite(model, modelFields.graph, (whole) =>
    append(
      rewriteBranches(whole, { branch: (branch) => append(branch, outputs), extraOutputs: names }),
      outputs,
    ),
  );
};
