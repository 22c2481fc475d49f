import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readFileAt } from '#lib/speech/audio/byte-reader.ts';
import { testFolder } from '../../../support/test-folder.ts';

const path = join(testFolder(), 'file');
writeFileSync(path, 'abcdef');

test.each([
  [0, 3, 'abc'],
  [4, 3, 'ef'],
  [6, 3, ''],
  [7, 3, ''],
  // Lengths of 64 bits in a damaged file lead here.
  [2 ** 63, 24, ''],
  // So do lengths of 32 bits. Node ends the process instead of reading more than 2 GB.
  [2, 2 ** 32 - 1, 'cdef'],
])('from %d on, %d bytes at most are read', async (position, length, bytes) => {
  const read = await readFileAt(path, ({ at }) => at(position, length));
  expect(String(read)).toBe(bytes);
});
