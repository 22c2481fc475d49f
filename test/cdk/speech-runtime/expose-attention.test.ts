import fc from 'fast-check';
import { expect, test } from 'vitest';
import { exposeTensors } from '#cdk/speech-runtime/expose-attention.ts';
import {
  bytesField,
  decodeFields,
  encodeFields,
  type Field,
  intField,
} from '#cdk/speech-runtime/protobuf.ts';

const anyField = fc.record({
  number: fc.integer({ min: 1, max: 5_000 }),
  bytes: fc.uint8Array({ maxLength: 300 }),
});
const graphOf = (...fields: Field[]): Uint8Array => encodeFields(fields);
const modelOf = (...nodes: Uint8Array[]): Uint8Array =>
  encodeFields([
    intField(1, 8),
    bytesField(7, graphOf(...nodes.map((node) => bytesField(1, node)), bytesField(12, 'logits'))),
  ]);
const branchOf = (name: string): Uint8Array =>
  encodeFields([bytesField(1, name), bytesField(6, graphOf(bytesField(12, 'inner logits')))]);
const ifNode = encodeFields([
  bytesField(2, 'logits'),
  bytesField(4, 'If'),
  bytesField(5, branchOf('then_branch')),
  bytesField(5, branchOf('else_branch')),
]);
const otherNode = encodeFields([bytesField(2, 'x'), bytesField(4, 'MatMul')]);

const bytesOf = (message: Uint8Array, number: number): Uint8Array[] =>
  decodeFields(message)
    .filter((field) => field.number === number)
    .map(({ bytes }) => bytes);
const only = (message: Uint8Array, number: number): Uint8Array =>
  bytesOf(message, number)[0] ?? new Uint8Array();
const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString();

test('encoding the decoded fields of a message gives the same bytes', () => {
  fc.assert(
    fc.property(fc.array(anyField), fc.nat(), (fields, number) => {
      const message = encodeFields([
        ...fields.map(({ number: n, bytes }) => bytesField(n, bytes)),
        intField(9, number),
      ]);
      expect(Buffer.from(encodeFields(decodeFields(message))).equals(message)).toBe(true);
    }),
  );
});

test('a truncated message is refused', () => {
  const message = encodeFields([bytesField(1, 'some content')]);
  for (let length = 1; length < message.length; length += 1) {
    expect(() => decodeFields(message.subarray(0, length))).toThrow('ends inside');
  }
});

test('exposeTensors adds a tensor of the If node to the outputs of both branches, of the node and of the graph', () => {
  const graph = only(exposeTensors(modelOf(otherNode, ifNode), ['attention']), 7);
  const names = (message: Uint8Array): string[] =>
    bytesOf(message, 12)
      .slice(1)
      .map((output) => text(only(output, 1)));
  expect(names(graph)).toEqual(['attention']);
  const [other, node = new Uint8Array()] = bytesOf(graph, 1);
  expect(other && Buffer.from(other).equals(otherNode)).toBe(true);
  expect(bytesOf(node, 2).map(text)).toEqual(['logits', 'attention']);
  expect(bytesOf(node, 5).map((branch) => names(only(branch, 6)))).toEqual([['attention'], ['attention']]);
});

test('exposeTensors refuses a model without the If node of a merged decoder', () => {
  expect(() => exposeTensors(modelOf(otherNode), ['attention'])).toThrow('has 0');
});
