import fc from 'fast-check';
import { expect, test } from 'vitest';
import { oggPages } from '#lib/speech/audio/opus/ogg-pages.ts';
import { walkPages } from '#lib/speech/audio/parts/opus-pages.ts';
import { planOgg } from '#lib/speech/audio/parts/plan-ogg.ts';
import { speechModels } from '#lib/speech/engines/models.ts';
import { bytesReader } from '../../../../support/bytes-reader.ts';
import { oggPage } from '../../../../support/hostile-bytes.ts';
import { numberIn, opusPacket } from '../../../../support/opus-packets.ts';
import { expectPacketsOfItsTime } from '../../../../support/opus-slices.ts';
import { opusHead } from '../../../../support/webm.ts';
import { describeWalkedOpus } from './walked-opus.contract.ts';

const lengths = speechModels['moonshine-tiny'].chunks;
const plan = (file: Buffer) => planOgg(bytesReader(file), 0, lengths);

type Page = {
  readonly packets: number;
  readonly ms: 20 | 60 | 120;
  /** The difference between the length in the page header and the length of the packets. */
  readonly moreMs?: number;
  readonly flags?: number;
  readonly stream?: number;
  /** The bytes of a tag before the packets. */
  readonly data?: Buffer;
};

/** A file of these pages. The last page is marked as the last. */
const fileOf = (pages: readonly Page[], head = opusHead(1), tags = Buffer.from('OpusTags')): Buffer => {
  let endMs = 0;
  let number = 0;
  const sound = pages.map(({ packets, ms, moreMs = 0, flags, stream = 7, data }, at) => {
    endMs += packets * ms + moreMs;
    const content = Array.from({ length: packets }, (_, i) => opusPacket(ms, number + i));
    number += packets;
    return oggPage(
      {
        flags: flags ?? (at + 1 === pages.length ? 4 : 0),
        granule: BigInt(48 * endMs),
        serial: stream,
        sequence: at + 2,
      },
      ...(data ? [data] : []),
      ...content,
    );
  });
  return Buffer.concat([
    oggPage({ flags: 2, granule: 0n, serial: 7, sequence: 0 }, head),
    oggPage({ flags: 0, granule: 0n, serial: 7, sequence: 1 }, tags),
    ...sound,
  ]);
};
const page: Page = { packets: 10, ms: 120 };
const plain = (seconds: number): Page[] => Array.from({ length: Math.ceil(seconds / 1.2) }, () => page);
/** A file of ten minutes with these pages in the middle. */
const around = (...pages: readonly Page[]): Buffer => fileOf([...plain(300), ...pages, ...plain(300)]);

const anyPages = fc.array(
  fc.record({ packets: fc.integer({ min: 1, max: 20 }), ms: fc.constantFrom(60 as const, 120 as const) }),
  { minLength: 900, maxLength: 1_100 },
);

test('each slice of an Ogg file has the packets of its time, and says how many samples of them come too early', async () => {
  await fc.assert(
    fc.asyncProperty(anyPages, async (pages) => {
      const file = fileOf(pages);
      const found = await plan(file);
      if (!('slices' in found)) throw new Error(found.serially);
      const lengthsMs = pages.flatMap(({ packets, ms }) => Array.from({ length: packets }, () => ms));
      const startMs = [0];
      for (const ms of lengthsMs) startMs.push((startMs.at(-1) ?? 0) + ms);
      for (const [part, { from, to, skip = 0 }] of found.slices.entries()) {
        const slice = Buffer.concat([Buffer.from(found.header, 'base64'), file.subarray(from, to)]);
        const packets = [];
        for await (const one of oggPages(bytesReader(slice))) packets.push(one?.packets ?? []);
        const [[head] = [], , ...sound] = packets;
        expect(head).toEqual(opusHead(1));
        const numbers = sound.flat().map(numberIn);
        expectPacketsOfItsTime({ part, parts: found.slices.length, skip, packets: numbers }, startMs);
      }
    }),
    { numRuns: 5 },
  );
});

test('positions may begin with the delay of the codec, as those of files that were WebM', async () => {
  const sound = plain(600);
  const found = await plan(fileOf(sound));
  expect(found).toHaveProperty('slices');
  expect(await plan(fileOf(sound.with(0, { ...page, moreMs: 7.5 })))).toEqual(found);
});

test('the last page may say that less than its packets is heard', async () => {
  expect(await plan(fileOf([...plain(600), { ...page, moreMs: -100 }]))).toHaveProperty('slices');
});

test.each([
  ['that leaves something out', around({ ...page, moreMs: 20 }), 'gaps'],
  ['that begins later', fileOf([{ ...page, moreMs: 41 }, ...plain(600)]), 'gaps'],
  ['whose middle says that less is heard', around({ ...page, moreMs: -20 }), 'gaps'],
  ['with a damaged packet', around({ ...page, data: Buffer.from([3, 0]) }), 'gaps'],
  ['of speech of a low bitrate', around({ ...page, moreMs: 20, data: opusPacket(20, 0, 'silk') }), 'silk'],
  ['with two streams', around({ ...page, stream: 8 }), 'header'],
  ['whose packets go on in the next page', around({ ...page, flags: 1 }), 'header'],
  ['that another follows', Buffer.concat([around(), around()]), 'header'],
  ['with bytes between its pages', Buffer.concat([around(), Buffer.alloc(100)]), 'header'],
  ['that is cut off', around().subarray(0, -1), 'header'],
  ['with a picture in its tags', fileOf(plain(600), opusHead(1), Buffer.alloc(9_000)), 'header'],
  ['of more than five hours', fileOf(plain(18_001)), 'header'],
  ['of Vorbis', fileOf(plain(600), Buffer.from('\x01vorbis')), 'format'],
])('an Ogg file %s is cut as one', async (_, file, serially) => {
  expect(await plan(file)).toEqual({ serially });
});

/** A file of `count` pages with one packet of 2.5 or 20 ms each. Their checksums are wrong, but are not verified. */
const tinyPages = (count: number, ms: 2.5 | 20): Buffer => {
  const packet = Buffer.from([(ms === 20 ? 31 : 28) << 3]);
  const one = oggPage({ flags: 0, granule: 0n, serial: 7, sequence: 0 }, packet);
  const sound = Buffer.alloc(count * one.length, one);
  for (let nth = 0; nth < count; nth += 1) {
    sound.writeBigInt64LE(BigInt(48 * ms * (nth + 1)), nth * one.length + 6);
    sound.writeUInt32LE(nth + 2, nth * one.length + 18);
  }
  return Buffer.concat([fileOf([]), sound]);
};

describeWalkedOpus({
  unit: 'page',
  plan,
  walk: walkPages,
  tiny: tinyPages,
  eightHours: () => fileOf(plain(8 * 3_600)),
  minutes: () => around(),
});
