import { expect, test } from 'vitest';
import { walkLinks } from '#lib/speech/audio/ogg-links.ts';
import { bytesReader } from '../../../support/bytes-reader.ts';
import { oggPage } from '../../../support/hostile-bytes.ts';
import { opusHead } from '../../../support/webm.ts';

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
const flac = (rate: number): Buffer => {
  const packet = Buffer.alloc(51);
  packet.write('\x7fFLAC\x01\x00\x00\x01fLaC', 'latin1');
  packet.writeUInt32BE(rate << 12, 27);
  return page(packet);
};
const sound = page(Buffer.alloc(200, 7), Buffer.alloc(250, 7));

test.each([
  ['of one link', [setup(44_100), sound, sound], false],
  ['of links of one rate', [setup(44_100), sound, setup(44_100), sound], false],
  ['of links of two rates', [setup(44_100), sound, setup(22_050), sound], true],
  ['of which the third link differs', [setup(8_000), sound, setup(8_000), sound, setup(16_000)], true],
  ['of links of FLAC of one rate', [flac(44_100), sound, flac(44_100)], false],
  ['of links of FLAC of two rates', [flac(44_100), sound, flac(48_000)], true],
  ['of another codec', [page(Buffer.from('OpusHead')), sound], false],
  ['that is damaged', [setup(44_100), sound, Buffer.from('junk'), setup(22_050)], false],
  ['that ends in the head of a page', [setup(44_100), setup(22_050).subarray(0, 20)], false],
  ['without a rate', [setup(44_100), setup(22_050).subarray(0, 40)], false],
] as const)('an OGG file %s changes its rate: %#', async (_, parts, changes) => {
  const tag = Buffer.from('a tag');
  const { changesRate } = await walkLinks(bytesReader(Buffer.concat([tag, ...parts])), tag.length);
  expect(changesRate).toBe(changes);
});

const opus = (serial: number): Buffer =>
  Buffer.concat(
    [opusHead(1), Buffer.from('OpusTags'), Buffer.alloc(200, 0x80)].map((packet, sequence) =>
      oggPage({ flags: sequence === 0 ? 2 : 0, granule: 960n, serial, sequence }, packet),
    ),
  );

test.each([
  ['one file', [7], []],
  ['files with numbers of their own', [7, 8, 7], []],
  ['files with one number', [7, 7, 7], [1, 2]],
  ['files of which two neighbours share a number', [7, 8, 8, 7], [2]],
] as const)(
  'the decoder gets a link of its own between links of Opus with one serial number: %s',
  async (_, serials, joints) => {
    const { edits } = await walkLinks(bytesReader(Buffer.concat(serials.map(opus))), 0);
    const bytes = opus(7).length;
    expect(edits.map(({ from, to }) => [from, to])).toEqual(joints.map((nth) => [nth * bytes, nth * bytes]));
    for (const { instead } of edits) expect(instead?.readUInt32LE(14)).not.toBe(7);
  },
);

test('of an OGG of a million links few are remembered', async () => {
  const head = oggPage({ flags: 2, granule: 0n, serial: 7, sequence: 0 }, opusHead(1));
  const { edits } = await walkLinks(bytesReader(Buffer.alloc(1_000_000 * head.length, head)), 0);
  expect(edits).toHaveLength(10_000);
});
