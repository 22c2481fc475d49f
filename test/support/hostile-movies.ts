import { readFileSync } from 'node:fs';
import { join as inFolder } from 'node:path';
import {
  atom,
  type HostileFile,
  join,
  many,
  noise,
  patched,
  type Targets,
  u16,
  u32,
} from './hostile-bytes.ts';
import { makeAudio, tone } from './speech.ts';

const most = u32(0xffffffff);

/** False values to write into the tables of a valid M4A: the table, the offset from its name, the bytes. */
const lies: readonly (readonly [name: string, table: string, offset: number, by: Buffer])[] = [
  ['2^32 sizes', 'stsz', 12, most],
  ['2^32 sizes of 4 GB each', 'stsz', 8, join(most, most)],
  ['sizes of no bytes', 'stsz', 8, join(u32(0), u32(40))],
  ['2^32 times', 'stts', 8, most],
  ['packets that last no time', 'stts', 16, u32(0)],
  ['packets that last for ever', 'stts', 16, u32(0x7fffffff)],
  ['packets that last for hours', 'stts', 16, u32(44_100 * 3000)],
  ['2^32 chunks', 'stsc', 8, most],
  ['chunks of 2^32 packets', 'stsc', 16, most],
  ['2^32 places', 'stco', 8, most],
  ['places behind its end', 'stco', 12, most],
  ['an edit that lasts for ever', 'elst', 12, most],
  ['an edit that begins before the beginning', 'elst', 16, u32(0x80000000)],
  ['an edit that is hours of nothing', 'elst', 12, join(u32(14_400_000), most)],
  ['a rate of 0 for an edit', 'elst', 20, u32(0)],
  ['2^32 edits', 'elst', 8, most],
  ['a clock of 0 Hz', 'mdhd', 16, u32(0)],
  ['a clock of 2^32 Hz', 'mdhd', 16, most],
  ['a clock of 1 Hz', 'mdhd', 16, u32(1)],
  ['65,535 channels', 'mp4a', 20, u16(65_535)],
  ['a rate of 1 Hz', 'mp4a', 28, u32(0x10000)],
  ['an unknown codec', 'mp4a', 0, Buffer.from('zzzz')],
  ['the codec of a picture', 'mp4a', 0, Buffer.from('avc1')],
  ['encryption without a key', 'mp4a', 0, Buffer.from('enca')],
  ['a description of 2^28 bytes', 'esds', 9, Buffer.from([0xff, 0xff, 0xff, 0x7f])],
  ['2^32 descriptions', 'stsd', 8, most],
  ['a handler of text', 'hdlr', 12, Buffer.from('text')],
  ['a handler of hints', 'hdlr', 12, Buffer.from('hint')],
  ['an index of 2^32 bytes', 'moov', -4, most],
  ['sound of no bytes', 'mdat', -4, u32(8)],
  ['sound to the end of the world', 'mdat', -4, join(u32(1), 'mdat', most, most)],
];

const references = ({ file, url }: Targets): Readonly<Record<string, Buffer>> => ({
  'a URL': join('url ', u32(0), url, '\0'),
  'a file by its URL': join('url ', u32(0), `file://${file}`, '\0'),
  'a name without an address': join('urn ', u32(0), `urn:x\0${file}\0`),
  'a resource': join('rsrc', u32(0), noise(60)),
  'an alias with the path of a file': join(
    'alis',
    u32(0),
    u32(0),
    u16(200),
    noise(140),
    u16(18),
    u16(file.length),
    file,
    u16(0xffff),
  ),
  'an alias with a volume': join('alis', u32(0), noise(150), u16(2), u16(file.length), file, u16(0xffff)),
});

const withReference = (movie: Buffer, reference: Buffer): Buffer => {
  const old = movie.indexOf('dref');
  const size = movie.readUInt32BE(old - 4);
  const dref = atom('dref', u32(0), u32(1), u32(reference.length + 4), reference);
  const grown = join(movie.subarray(0, old - 4), dref, movie.subarray(old - 4 + size));
  // The enclosing atoms grow with it. The audio precedes them, so its offsets stay valid.
  for (const name of ['moov', 'trak', 'mdia', 'minf', 'dinf']) {
    const at = grown.indexOf(name) - 4;
    grown.writeUInt32BE(grown.readUInt32BE(at) + dref.length - size, at);
  }
  return grown;
};

const nested = (depth: number): Buffer => {
  let inner: Buffer = Buffer.alloc(0);
  for (let i = 0; i < depth; i += 1) inner = join(u32(inner.length + 8), 'udta', inner);
  return inner;
};
const start = atom('ftyp', 'M4A ', u32(0));

const odd: Readonly<Record<string, Buffer>> = {
  'an index three thousand atoms deep': join(start, atom('moov', nested(3000))),
  'a hundred thousand indexes': join(start, many(atom('moov'), 100_000)),
  'a hundred thousand fragments': join(
    start,
    atom('moov'),
    many(atom('moof', atom('traf', atom('trun', u32(0), most))), 20_000),
  ),
  'a compressed index': join(
    start,
    atom('moov', atom('cmov', atom('dcom', 'zlib'), atom('cmvd', most, noise(500)))),
  ),
  'an index of segments that refers to itself': join(
    start,
    atom('sidx', u32(0), u32(1), u32(1), u32(0), u32(0), u16(0), u16(65_535), noise(900)),
  ),
  'protection without a scheme': join(
    start,
    atom('moov', atom('pssh', u32(0), noise(16), most)),
    atom('senc', u32(2), most, noise(500)),
  ),
  'a picture that is an audio file': join(
    atom('ftyp', 'heic', u32(0)),
    atom('meta', u32(0), atom('iloc', u32(0), u16(0x4440), most, noise(400))),
  ),
};

/** Movies with false tables, with audio in another file, or with an invalid structure. */
export const hostileMovies = (folder: string, targets: Targets): HostileFile[] => {
  const made = (...output: string[]): Buffer =>
    readFileSync(makeAudio(inFolder(folder, 'honest'), ...tone(1), '-ar', '44100', ...output));
  const m4a = made('-c:a', 'aac', '-f', 'ipod');
  const mov = made('-c:a', 'pcm_s16le', '-f', 'mov');
  return [
    ...lies.map(([name, table, offset, by]) => ({
      name: `a movie with ${name}`,
      bytes: patched(m4a, table, [offset, by]),
    })),
    ...Object.entries(references(targets)).map(([name, reference]) => ({
      name: `a movie whose sound is ${name}`,
      bytes: withReference(mov, reference),
    })),
    ...Object.entries(odd).map(([name, bytes]) => ({ name, bytes })),
    { name: 'a hundred concatenated movies', bytes: many(m4a, 100) },
  ];
};
