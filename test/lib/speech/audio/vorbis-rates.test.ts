import { expect, test } from 'vitest';
import { changesRate } from '#lib/speech/audio/vorbis-rates.ts';
import { bytesReader } from '../../../support/bytes-reader.ts';

/** A page with these packets of up to 254 bytes. */
const page = (...packets: readonly Buffer[]): Buffer => {
  const head = Buffer.alloc(27);
  head.write('OggS');
  head.writeUInt8(packets.length, 26);
  return Buffer.concat([head, Buffer.from(packets.map(({ length }) => length)), ...packets]);
};
const setup = (rate: number): Buffer => {
  const packet = Buffer.alloc(30);
  packet.write('\x01vorbis', 'latin1');
  packet.writeUInt32LE(rate, 12);
  return page(packet);
};
const sound = page(Buffer.alloc(200, 7), Buffer.alloc(250, 7));

test.each([
  ['of one link', [setup(44_100), sound, sound], false],
  ['of links of one rate', [setup(44_100), sound, setup(44_100), sound], false],
  ['of links of two rates', [setup(44_100), sound, setup(22_050), sound], true],
  ['of which the third link differs', [setup(8_000), sound, setup(8_000), sound, setup(16_000)], true],
  ['of another codec', [page(Buffer.from('OpusHead')), sound], false],
  ['that is damaged', [setup(44_100), sound, Buffer.from('junk'), setup(22_050)], false],
  ['that ends in the head of a page', [setup(44_100), setup(22_050).subarray(0, 20)], false],
  ['without a rate', [setup(44_100), setup(22_050).subarray(0, 40)], false],
] as const)('an OGG file %s changes its rate: %#', async (_, parts, changes) => {
  const tag = Buffer.from('a tag');
  expect(await changesRate(bytesReader(Buffer.concat([tag, ...parts])), tag.length)).toBe(changes);
});
