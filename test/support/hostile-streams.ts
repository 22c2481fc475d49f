import {
  type HostileFile,
  join,
  le16,
  le32,
  many,
  named,
  noise,
  oggPage,
  type Targets,
  u16,
  u32,
} from './hostile-bytes.ts';
import { wav } from './hostile-samples.ts';

const flacInfo = (rate: number, channels: number): Buffer =>
  join(
    u16(16),
    u16(65_535),
    Buffer.alloc(6),
    u32(((rate << 12) | ((channels - 1) << 9) | (15 << 4)) >>> 0),
    u32(0xffffffff),
    Buffer.alloc(16),
  );
const flacBlock = (type: number, content: Buffer, size = content.length): Buffer =>
  join(u32(((type << 24) | size) >>> 0), content);
const picture = (mime: string, url: string): Buffer =>
  join(u32(3), u32(mime.length), mime, u32(0), Buffer.alloc(16), u32(url.length), url);
const mp3Frame = (header: number): Buffer => join(u32(header), Buffer.alloc(413, 0));

const bareStreams = ({ file, url }: Targets): HostileFile[] => [
  ...named({
    'FLAC at 0 Hz': join('fLaC', flacBlock(0x80, flacInfo(0, 1)), noise(5000)),
    'FLAC at 1,048,575 Hz': join('fLaC', flacBlock(0x80, flacInfo(1_048_575, 8)), noise(5000)),
    'FLAC with a block of 16 MB that is not there': join(
      'fLaC',
      flacBlock(0, flacInfo(8000, 1)),
      flacBlock(4, noise(50), 0xffffff),
    ),
    'FLAC with 50,000 blocks': join(
      'fLaC',
      flacBlock(0, flacInfo(8000, 1)),
      many(flacBlock(1, Buffer.alloc(4)), 50_000),
      noise(500),
    ),
    'FLAC whose picture is elsewhere': join(
      'fLaC',
      flacBlock(0, flacInfo(8000, 1)),
      flacBlock(0x86, picture('-->', url)),
      noise(500),
    ),
    'FLAC whose picture is a file': join(
      'fLaC',
      flacBlock(0, flacInfo(8000, 1)),
      flacBlock(0x86, picture('-->', `file://${file}`)),
      noise(500),
    ),
    'FLAC whose comments are 4 GB': join(
      'fLaC',
      flacBlock(0, flacInfo(8000, 1)),
      flacBlock(0x84, Buffer.alloc(8, 0xff)),
      noise(500),
    ),
    'a tag of 256 MB': join('ID3\x04\0\0', Buffer.alloc(4, 0x7f), many(mp3Frame(0xfffb9064), 20)),
    'nine tags': join(
      many(join('ID3\x03\0\0\0\0\0\x0a', Buffer.alloc(10)), 9),
      many(mp3Frame(0xfffb9064), 20),
    ),
    'a tag that is compressed, encrypted and unsynchronised': join(
      'ID3\x04\0\xf0\0\0\x02\0',
      noise(256),
      many(mp3Frame(0xfffb9064), 20),
    ),
    'a tag whose picture is a link': join(
      'ID3\x03\0\0\0\0\x02\0',
      'APIC',
      u32(200),
      '\0\0\0-->\0\x03\0',
      url,
      '\0',
      Buffer.alloc(210),
      many(mp3Frame(0xfffb9064), 20),
    ),
    'APE tags before and behind': join(
      many(mp3Frame(0xfffb9064), 50),
      'APETAGEX',
      le32(2000),
      u32(0xffffffff),
      u32(0xffffffff),
      Buffer.alloc(12, 0xff),
      'TAG',
      noise(125),
    ),
    'MP3 that promises 2^32 frames': join(
      u32(0xfffb9064),
      Buffer.alloc(32),
      'Xing',
      u32(15),
      u32(0xffffffff),
      u32(0xffffffff),
      noise(360),
      many(mp3Frame(0xfffb9064), 20),
    ),
    'MP3 of free format': many(mp3Frame(0xfffb0064), 50),
    'MP3 that changes its layer, rate and channels with every frame': many(
      join(...[0xfffb9064, 0xfff390c4, 0xfffd94c4, 0xffe39864, 0xfffb98c4].map(mp3Frame)),
      100,
    ),
    'AAC of empty frames': many(Buffer.from([0xff, 0xf1, 0x50, 0x80, 0, 0xff, 0xfc]), 5000),
    'AAC of frames shorter than their headers': many(
      Buffer.from([0xff, 0xf1, 0x50, 0x80, 0, 0x1f, 0xfc]),
      5000,
    ),
    'AAC that changes its channels with every frame': many(
      join(
        ...[1, 2, 3, 7].map((channels) =>
          join(
            Buffer.from([0xff, 0xf1, 0x50 | (channels >> 2), (channels << 6) & 0xff, 0x08, 0x1f, 0xfc]),
            noise(57),
          ),
        ),
      ),
      200,
    ),
    'LOAS of frames of no bytes': many(Buffer.from([0x56, 0xe0, 0]), 20_000),
    'LOAS of frames of 8 KiB that are not there': many(Buffer.from([0x56, 0xff, 0xff]), 20_000),
    'AMR of an hour of nothing': join('#!AMR\n', Buffer.alloc(180_000, 0x7c)),
    'AMR of ten hours of nothing': join('#!AMR\n', Buffer.alloc(1_800_000, 0x7c)),
    'AMR of types that do not exist': join('#!AMR-WB\n', many(Buffer.from([0x54, 0x5c, 0x64, 0x6c]), 5000)),
    'AMR of many channels': join('#!AMR_MC1.0\n', u32(0xffffffff), noise(5000)),
    'ASF whose header is endless': join(
      Buffer.from('3026b2758e66cf11a6d900aa0062ce6c', 'hex'),
      Buffer.alloc(8, 0),
      noise(3000),
    ),
    'ASF of 2^63 bytes': join(
      Buffer.from('3026b2758e66cf11a6d900aa0062ce6c', 'hex'),
      Buffer.alloc(7, 0xff),
      Buffer.from([0x7f]),
      noise(3000),
    ),
    'ASF of objects of 24 bytes': join(
      Buffer.from('3026b2758e66cf11a6d900aa0062ce6c', 'hex'),
      le32(100_000),
      u32(0),
      le32(4000),
      '\x01\x02',
      many(join(Buffer.from('9107dcb7b7a9cf118ee600c00c205365', 'hex'), le32(24), u32(0)), 4000),
    ),
    'a song that is a ZIP archive too': join(
      many(mp3Frame(0xfffb9064), 50),
      'PK\x03\x04',
      noise(200),
      'PK\x05\x06',
      Buffer.alloc(18),
    ),
    'a song that is a page too': join(many(mp3Frame(0xfffb9064), 50), `<script src="${url}"></script>`),
    'a song that ends as a playlist': join(many(mp3Frame(0xfffb9064), 50), `#EXTM3U\n#EXTINF:9,\n${file}\n`),
    'a recording with a movie in it': wav(
      { codec: 0x55 },
      join('\0\0\0\x14ftypM4A ', u32(0), 'M4A ', 'moov', noise(3000)),
    ),
    'a recording with a playlist in it': wav(
      { codec: 0x55 },
      join(`#EXTM3U\n${file}\n${url}\n`, noise(3000)),
    ),
  }),
];

const opusHead = (channels: number, preskip: number, mapping: number): Buffer =>
  join(
    'OpusHead',
    Buffer.from([1, channels]),
    le16(preskip),
    le32(48_000),
    le16(0x7fff),
    Buffer.from([mapping]),
    noise(mapping === 0 ? 0 : 2 + channels),
  );
const opusTags = join('OpusTags', le32(4), 'hers', le32(0));
const opus = (head: Buffer, granules: readonly bigint[], tags = opusTags): Buffer =>
  join(
    oggPage({ flags: 2, granule: 0n, serial: 7, sequence: 0 }, head),
    oggPage({ flags: 0, granule: 0n, serial: 7, sequence: 1 }, tags),
    ...granules.map((granule, i) =>
      oggPage({ flags: 0, granule, serial: 7, sequence: i + 2 }, join('\xfc', Buffer.from([0xff, 0xfe]))),
    ),
  );
const day = 48_000n * 86_400n;
const steps = (by: bigint): bigint[] => Array.from({ length: 20 }, (_, i) => BigInt(i + 1) * by);

const oggs = (): HostileFile[] =>
  named({
    'OGG of a thousand streams': join(
      ...Array.from({ length: 1000 }, (_, serial) =>
        oggPage({ flags: 2, granule: 0n, serial, sequence: 0 }, opusHead(1, 312, 0)),
      ),
      opus(opusHead(1, 0, 0), steps(960n)),
    ),
    'OGG of a thousand chains': many(opus(opusHead(2, 312, 0), [960n]), 1000),
    'OGG whose clock jumps by days': opus(opusHead(1, 0, 0), steps(day)),
    'OGG whose clock jumps by half hours': opus(opusHead(1, 0, 0), steps(48_000n * 1799n)),
    'OGG whose clock runs backwards': opus(opusHead(1, 0, 0), steps(960n).toReversed()),
    'OGG whose clock is negative': opus(opusHead(1, 0, 0), steps(-day)),
    'OGG whose clock is at its end': opus(opusHead(1, 0, 0), [
      0x7fffffffffffffffn,
      -0x8000000000000000n,
      -1n,
      1n,
    ]),
    'OGG of pages without a time': opus(
      opusHead(1, 0, 0),
      Array.from({ length: 300 }, () => -1n),
    ),
    'OGG of Opus with 255 channels': opus(opusHead(255, 0, 255), steps(960n)),
    'OGG of Opus with no channels': opus(opusHead(0, 0, 1), steps(960n)),
    'OGG of Opus that skips all of itself': opus(opusHead(2, 65_535, 0), steps(960n)),
    'OGG whose comments are 4 GB': opus(
      opusHead(1, 0, 0),
      steps(960n),
      join('OpusTags', u32(0xffffffff), 'x', u32(0xffffffff)),
    ),
    'OGG of empty packets': join(
      opus(opusHead(1, 0, 0), []),
      ...Array.from({ length: 5000 }, (_, i) =>
        oggPage({ flags: 0, granule: BigInt(i), serial: 7, sequence: i + 2 }, Buffer.alloc(0)),
      ),
    ),
    'OGG of a skeleton': join(
      oggPage({ flags: 2, granule: 0n, serial: 1, sequence: 0 }, join('fishead\0', Buffer.alloc(56, 0xff))),
      opus(opusHead(1, 0, 0), steps(960n)),
    ),
  });

/** Handmade hostile files: bare streams and OGG. */
export const hostileStreams = (targets: Targets): HostileFile[] => [...bareStreams(targets), ...oggs()];
