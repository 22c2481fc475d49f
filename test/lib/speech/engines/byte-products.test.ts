import { describe, expect, test } from 'vitest';
import { multipliesBytes } from '#lib/speech/engines/byte-products.ts';

describe('a processor adds products of bytes in 32 bits', () => {
  const flags = (text: string): string => `processor\t: 0\nflags\t\t: fpu avx2 ${text} arat\nbugs\t\t:\n`;

  test.each([
    ['x64 with AVX-512 and VNNI', 'x64', flags('avx512f avx512_vnni'), true],
    ['x64 with AVX2 and VNNI', 'x64', flags('avx_vnni'), true],
    ['x64 with AVX2 alone', 'x64', flags('sse4a'), false],
    ['x64 with AVX-512 alone', 'x64', flags('avx512f'), false],
    ['arm64', 'arm64', 'Features\t: fp asimd asimddp\n', true],
    ['x64 of which nothing is known', 'x64', null, false],
    ['arm64 of which nothing is known', 'arm64', null, true],
  ] as const)('whether %s adds products of bytes in 32 bits: %4$s', (_name, arch, cpuInfo, expected) => {
    expect(multipliesBytes({ arch, cpuInfo })).toBe(expected);
  });
});
