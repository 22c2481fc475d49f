import { type HostileFile, latin1, many, noise, type Targets } from './hostile-bytes.ts';
import { float, matroska, number, of, soundTrack, element, packet } from './matroska.ts';

const second = noise(3200);
const packets = (...times: readonly number[]): Buffer =>
  Buffer.concat(times.map((atMs) => packet(atMs, second)));
const honest = packets(0, 100, 200, 300);
const info = number('2ad7b1', 1_000_000);
const plain = soundTrack({});
const depth = (levels: number): Buffer => {
  let inner: Buffer = Buffer.alloc(0);
  for (let i = 0; i < levels; i += 1) inner = of('67c8', inner);
  return of('1254c367', of('7373', inner));
};
const encoding = (content: Buffer): Buffer => soundTrack({ more: of('6d80', of('6240', content)) });
type Attachment = { readonly name: string; readonly type: string; readonly content: Buffer };
const attached = ({ name, type, content }: Attachment, ...more: readonly Buffer[]): Buffer =>
  of(
    '1941a469',
    of(
      '61a7',
      element('466e', latin1(name)),
      element('4660', latin1(type)),
      element('465c', content),
      ...more,
    ),
  );
const uid = latin1('0123456789abcdef');

/** Matroska files that refer to other files, or have invalid encodings, times or numbers. */
export const hostileMatroska = ({ file, url }: Targets): HostileFile[] => {
  const files: Readonly<Record<string, Buffer>> = {
    'an attached program': matroska(
      info,
      plain,
      attached({ name: '../../a.sh', type: 'text/x-sh', content: noise(5000) }, number('46ae', 1)),
      honest,
    ),
    'an attached playlist': matroska(
      info,
      plain,
      attached({ name: file, type: 'application/x-mpegurl', content: latin1(`#EXTM3U\n${url}\n`) }),
      honest,
    ),
    'a segment that continues in another file': matroska(
      Buffer.concat([
        info,
        element('73a4', uid),
        element('3cb923', uid),
        element('3eb923', uid),
        element('3e83bb', latin1(file)),
        element('3c83ab', latin1(file)),
      ]),
      plain,
      honest,
    ),
    'chapters out of other files': matroska(
      info,
      plain,
      of(
        '1043a770',
        of(
          '45b9',
          number('45dd', 1),
          of('b6', number('73c4', 1), number('91', 0), number('92', 9e9), element('6e67', uid)),
        ),
      ),
      honest,
    ),
    'tags a thousand deep': matroska(info, plain, depth(1000), honest),
    'a tag of a megabyte': matroska(
      info,
      plain,
      of('1254c367', of('7373', of('67c8', element('4487', noise(1_000_000))))),
      honest,
    ),
    'packets that are compressed by zlib': matroska(info, encoding(of('5034', number('4254', 0))), honest),
    'packets that are compressed by bzlib': matroska(info, encoding(of('5034', number('4254', 1))), honest),
    'packets that all begin with a megabyte': matroska(
      info,
      encoding(of('5034', number('4254', 3), element('4255', noise(1_000_000)))),
      honest,
    ),
    'packets that are encrypted': matroska(info, encoding(of('5035', number('47e1', 5))), honest),
    'a clock of 0 ns': matroska(number('2ad7b1', 0), plain, honest),
    'a clock of centuries': matroska(number('2ad7b1', 2 ** 52), plain, honest),
    'a length that is no number': matroska(Buffer.concat([info, float('4489', NaN)]), plain, honest),
    'an infinite length': matroska(Buffer.concat([info, float('4489', Infinity)]), plain, honest),
    'a rate of 0 Hz': matroska(info, soundTrack({ rate: 0 }), honest),
    'a rate that is no number': matroska(info, soundTrack({ rate: NaN }), honest),
    'a rate of 10^30 Hz': matroska(info, soundTrack({ rate: 1e30 }), honest),
    'a negative rate': matroska(info, soundTrack({ rate: -16_000 }), honest),
    'no channels': matroska(info, soundTrack({ channels: 0 }), honest),
    '2^32 channels': matroska(info, soundTrack({ channels: 2 ** 32 }), honest),
    'samples of no bits': matroska(info, soundTrack({ bits: 0 }), honest),
    'samples of 2^31 bits': matroska(info, soundTrack({ bits: 2 ** 31 }), honest),
    'the codec of another system': matroska(
      info,
      soundTrack({ codec: 'A_MS/ACM', more: element('63a2', noise(18)) }),
      honest,
    ),
    'a codec with a broken set-up': matroska(
      info,
      soundTrack({ codec: 'A_VORBIS', more: element('63a2', noise(300)) }),
      honest,
    ),
    'AAC with a broken set-up': matroska(
      info,
      soundTrack({ codec: 'A_AAC', more: element('63a2', noise(2)) }),
      honest,
    ),
    'times of days': matroska(info, plain, packets(0, 86_400_000, 172_800_000)),
    'times out of order': matroska(info, plain, packets(300, 100, 200, 0)),
    'all packets at one time': matroska(info, plain, many(packet(0, second), 200)),
    'times that jump to and fro': matroska(
      info,
      plain,
      packets(...Array.from({ length: 100 }, (_, i) => (i % 2) * 1_700_000)),
    ),
    'a minute between packets of a sample': matroska(
      info,
      plain,
      Buffer.concat(Array.from({ length: 299 }, (_, i) => packet(i * 60_000, noise(2)))),
    ),
    'packets of no bytes': matroska(info, plain, many(packet(0, Buffer.alloc(0)), 5000)),
    'packets of a track that does not exist': matroska(
      info,
      plain,
      of(
        '1f43b675',
        number('e7', 0),
        element('a3', Buffer.concat([Buffer.from([0xff, 0, 0, 0x80]), second])),
      ),
    ),
    'packets in a lace of 256': matroska(
      info,
      plain,
      of(
        '1f43b675',
        number('e7', 0),
        element('a3', Buffer.concat([Buffer.from([0x81, 0, 0, 0x86, 0xff]), noise(500)])),
      ),
    ),
    'a cluster in a cluster': matroska(
      info,
      plain,
      of('1f43b675', number('e7', 0), of('1f43b675', number('e7', 0), honest)),
    ),
    'two segments': Buffer.concat([matroska(info, plain, honest), matroska(info, plain, honest)]),
  };
  return Object.entries(files).map(([name, bytes]) => ({ name: `Matroska with ${name}`, bytes }));
};
