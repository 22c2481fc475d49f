import { bytesField, decodeFields, encodeFields, type Field, intField } from './protobuf.ts';

// Field numbers of onnx.proto.
const modelGraph = 7;
const graph = { node: 1, output: 12 } as const;
const node = { output: 2, type: 4, attribute: 5 } as const;
const attributeGraph = 6;
const valueInfo = { name: 1, type: 2, tensorType: 1, elementType: 1 } as const;
const float32 = 1;

/**
 * Makes tensors inside the one `If` of a merged decoder outputs of the model, under their own names. Both branches
 * must compute them. Weights and everything else stay as they are.
 */
export function exposeTensors(model: Uint8Array, names: readonly string[]): Uint8Array {
  const extraOutputs = names.map((name) => bytesField(graph.output, floatTensor(name)));
  const inBranch = (branch: Uint8Array): Uint8Array => append(branch, extraOutputs);
  const inIf = (fields: Field[]): Field[] => [
    ...fields.map((field) =>
      field.number === node.attribute
        ? { ...field, bytes: rewrite(field.bytes, attributeGraph, inBranch) }
        : field,
    ),
    ...names.map((name) => bytesField(node.output, name)),
  ];
  let found = 0;
  const inNode = (bytes: Uint8Array): Uint8Array => {
    const fields = decodeFields(bytes);
    if (!fields.some((field) => field.number === node.type && text(field) === 'If')) return bytes;
    found += 1;
    return encodeFields(inIf(fields));
  };
  const patched = rewrite(model, modelGraph, (bytes) =>
    append(rewrite(bytes, graph.node, inNode), extraOutputs),
  );
  if (found !== 1) throw new Error(`A merged decoder has one If node, this model has ${found}`);
  return patched;
}

const text = (field: Field): string => Buffer.from(field.bytes).toString();

const append = (message: Uint8Array, extra: readonly Field[]): Uint8Array =>
  Buffer.concat([message, encodeFields(extra)]);

function rewrite(message: Uint8Array, number: number, change: (bytes: Uint8Array) => Uint8Array): Uint8Array {
  return encodeFields(
    decodeFields(message).map((field) =>
      field.number === number ? { ...field, bytes: change(field.bytes) } : field,
    ),
  );
}

/** A ValueInfoProto: a float tensor of any shape. */
function floatTensor(name: string): Uint8Array {
  const tensor = encodeFields([intField(valueInfo.elementType, float32)]);
  const type = encodeFields([bytesField(valueInfo.tensorType, tensor)]);
  return encodeFields([bytesField(valueInfo.name, name), bytesField(valueInfo.type, type)]);
}
