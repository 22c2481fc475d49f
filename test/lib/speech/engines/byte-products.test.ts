import { describe, expect, test } from 'vitest';
import { GraphWriter } from '#cdk/speech-runtime/graph-writer.ts';
import { multipliesBytes, withFloatProducts } from '#lib/speech/engines/byte-products.ts';

const graphOf = (accuracyLevel: number): Buffer => {
  const graph = new GraphWriter();
  const x = graph.input('x', 'float32', ['rows', 32]);
  const bytes = graph.constant('bytes', { type: 'uint8', dims: [2, 1, 32] }, () =>
    Uint8Array.from({ length: 64 }, (_, i) => i),
  );
  const scales = graph.constant('scales', { type: 'float32', dims: [2, 1] }, () => Float32Array.of(1, 2));
  const attributes = { K: 32, N: 2, bits: 8, block_size: 32, accuracy_level: accuracyLevel };
  const once = graph.add('MatMulNBits', [x, bytes, scales], attributes);
  graph.addAs('y', 'MatMulNBits', { inputs: [once, bytes, scales], attributes });
  graph.output('y', ['rows', 2]);
  return Buffer.concat(graph.encode());
};

describe('a graph whose products round their inputs to 8 bits', () => {
  test('is the one that was written for floats after the change, and stays as it was itself', () => {
    const graph = graphOf(4);
    expect(Buffer.from(withFloatProducts(graph)).equals(graphOf(1))).toBe(true);
    expect(graph.equals(graphOf(4))).toBe(true);
  });
});

describe('a processor multiplies bytes', () => {
  const flags = (text: string): string => `processor\t: 0\nflags\t\t: fpu avx2 ${text} arat\nbugs\t\t:\n`;

  test.each([
    ['x64 with AVX-512 and VNNI', 'x64', flags('avx512f avx512_vnni'), true],
    ['x64 with AVX2 and VNNI', 'x64', flags('avx_vnni'), true],
    ['x64 with AVX2 alone', 'x64', flags('sse4a'), false],
    ['x64 with AVX-512 alone', 'x64', flags('avx512f'), false],
    ['arm64', 'arm64', 'Features\t: fp asimd asimddp\n', true],
    ['unknown', 'x64', null, true],
  ] as const)('on %s: %4$s', (_name, arch, cpuInfo, expected) => {
    expect(multipliesBytes({ arch, cpuInfo })).toBe(expected);
  });
});
