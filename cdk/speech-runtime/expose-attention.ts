import { append, elementType, graph, model as modelFields, rewrite, rewriteBranches } from './onnx-format.ts';
import { bytesField, encodeFields, intField } from './protobuf.ts';

const valueInfo = { name: 1, type: 2, tensorType: 1, elementType: 1 } as const;

/**
 * Turns tensors inside the only `If` node of a merged decoder into outputs of the model, under their own names. Both branches
 * must compute them.
 */
export const exposeTensors = (model: Uint8Array, names: readonly string[]): Uint8Array => {
  const outputs = names.map((name) => bytesField(graph.output, floatTensor(name)));
  return rewrite(model, modelFields.graph, (whole) =>
    append(
      rewriteBranches(whole, { branch: (branch) => append(branch, outputs), extraOutputs: names }),
      outputs,
    ),
  );
};

/** A ValueInfoProto: a float tensor of any shape. */
const floatTensor = (name: string): Uint8Array => {
  const tensor = encodeFields([intField(valueInfo.elementType, elementType.float32)]);
  const type = encodeFields([bytesField(valueInfo.tensorType, tensor)]);
  return encodeFields([bytesField(valueInfo.name, name), bytesField(valueInfo.type, type)]);
};
