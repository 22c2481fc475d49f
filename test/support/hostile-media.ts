import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { amr, formats, makeFormat, missingEncoder } from './audio-formats.ts';
import { chanceOf } from './chance.ts';
import { mutant } from './damage.ts';
import type { HostileFile, Targets } from './hostile-bytes.ts';

/** Texts that make players open other files or URLs. */
const lures = ({ file, url }: Targets): Readonly<Record<string, string>> => ({
  hls: `#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\n${file}\n#EXTINF:2,\n${url}/a.ts\n#EXT-X-ENDLIST\n`,
  'hls of protocols': `#EXTM3U\n#EXTINF:1,\nconcat:${file}|${file}\n#EXTINF:1,\nsubfile,,start,0,end,99,,:${file}\n`,
  'hls with a key': `#EXTM3U\n#EXT-X-KEY:METHOD=AES-128,URI="${url}/key"\n#EXTINF:2,\n${file}\n`,
  concat: `ffconcat version 1.0\nfile '${file}'\nfile '${url}/b.wav'\n`,
  dash: `<?xml version="1.0"?><MPD type="static"><Period><BaseURL>${url}/</BaseURL><AdaptationSet mimeType="audio/mp4"><Representation id="1"><SegmentList><SegmentURL media="${file}"/></SegmentList></Representation></AdaptationSet></Period></MPD>`,
  sdp: `v=0\r\no=- 0 0 IN IP4 127.0.0.1\r\nc=IN IP4 127.0.0.1\r\nm=audio ${new URL(url).port} RTP/AVP 0\r\n`,
  metadata: `;FFMETADATA1\ntitle=${file}\n[CHAPTER]\nSTART=0\nEND=9\n`,
  svg: `<svg xmlns="http://www.w3.org/2000/svg"><image href="${url}/a.png"/><image href="file://${file}"/></svg>`,
  subtitles: `1\n00:00:00,000 --> 00:00:09,000\n<img src="${url}/a.png">\n`,
  'subtitles of a browser': `WEBVTT\n\n00:00.000 --> 00:09.000\n${url}\n`,
  'subtitles with fonts': `[Script Info]\nScriptType: v4.00+\n[Fonts]\nfontname: ${file}\n`,
  'playlist of a player': `[playlist]\nFile1=${file}\nFile2=${url}/a.mp3\nNumberOfEntries=2\n`,
  'playlist of a phone': `RTSPtext\nrtsp://${new URL(url).host}/a\n${file}\n`,
});

const disguises: Readonly<Record<string, string>> = {
  nothing: '',
  wav: 'RIFF\xff\xff\xff\xffWAVE',
  aiff: 'FORM\0\0\x10\0AIFF',
  flac: 'fLaC',
  ogg: 'OggS\0\x02',
  mp3: '\xff\xfb\x90\x64',
  aac: '\xff\xf1\x50\x80',
  tag: 'ID3\x03\0\0\0\0\0\0',
  mp4: '\0\0\0\x14ftypM4A \0\0\0\0M4A ',
  mov: '\0\0\0\x08wide',
  webm: '\x1a\x45\xdf\xa3\x80',
  asf: '\x30\x26\xb2\x75\x8e\x66\xcf\x11\xa6\xd9\x00\xaa\x00\x62\xce\x6c',
  amr: '#!AMR\n',
};

const disguisedLures = (targets: Targets): HostileFile[] =>
  Object.entries(lures(targets)).flatMap(([lure, text]) =>
    Object.entries(disguises).map(([disguise, magic]) => ({
      name: `${lure} behind ${disguise}`,
      bytes: Buffer.concat([Buffer.from(magic, 'latin1'), Buffer.from(text)]),
    })),
  );

const encoded = (folder: string, words: string): Buffer => {
  const file = join(folder, 'hostile');
  execFileSync('ffmpeg', ['-nostdin', ...`-v error -y ${words}`.split(' '), file]);
  return readFileSync(file);
};

const movie = (folder: string): Buffer => encoded(folder, '-f lavfi -i sine=d=1 -c:a pcm_s16le -f mov');

/** More tracks than any recording has. */
const manyTracks = (folder: string): HostileFile[] => {
  const tracks = Array.from({ length: 100 }, () => '-map 0:a').join(' ');
  const hundredTracks = ['matroska', 'ogg -c:a flac'].map((muxer) => ({
    name: `a hundred tracks in ${muxer}`,
    bytes: encoded(folder, `-f lavfi -i sine=d=0.1:r=16000 ${tracks} -f ${muxer}`),
  }));
  const one = movie(folder);
  const at = one.indexOf('trak') - 4;
  const track = one.subarray(at, at + one.readUInt32BE(at));
  const bytes = Buffer.concat([one.subarray(0, at), repeated(track, 1000), one.subarray(at + track.length)]);
  const index = one.indexOf('moov') - 4;
  bytes.writeUInt32BE(one.readUInt32BE(index) + 999 * track.length, index);
  return [...hundredTracks, { name: 'a thousand tracks in a movie', bytes }];
};

/** A container that refers to audio in another file. */
const referenceMovie = (folder: string): HostileFile => {
  const bytes = movie(folder);
  bytes.write('alis\0\0\0\0', bytes.indexOf('dref') + 16, 'latin1');
  return { name: 'a movie whose audio is in another file', bytes };
};

const repeated = (part: Buffer, times: number): Buffer =>
  Buffer.concat(Array.from({ length: times }, () => part));
const wavHeader = (rate: number, channels: number): Buffer => {
  const header = Buffer.from(
    'RIFF\0\0\0\0WAVEfmt \x10\0\0\0\x01\0\0\0\0\0\0\0\0\0\0\0\x02\0\x10\0data\0\0\0\0',
    'latin1',
  );
  header.writeUInt16LE(channels, 22);
  header.writeUInt32LE(rate, 24);
  return header;
};

/** Small files that decode to over five hours of audio. */
export const bombs = (folder: string): HostileFile[] => {
  const silence = '-f lavfi -i anullsrc=r=8000:cl=mono -t';
  const mp3 = encoded(folder, `${silence} 3 -c:a libmp3lame -b:a 8k -write_xing 0 -id3v2_version 0 -f mp3`);
  return [
    { name: 'six hours of silence in FLAC', bytes: encoded(folder, `${silence} 21600 -c:a flac -f flac`) },
    { name: 'one MP3 frame sequence repeated', bytes: repeated(mp3, 7300) },
  ];
};

/** A small WAV that declares one sample per second, and so over five hours of audio. */
export const aSampleASecond = Buffer.concat([wavHeader(1, 1), Buffer.alloc(100_000, 1)]);

const headerLies: readonly HostileFile[] = [
  [0, 1],
  [8000, 0],
  [8000, 65_535],
  [0x7fffffff, 1],
  [0xffffffff, 2],
  [700_000_000, 64],
  [1, 1],
].map(([rate = 0, channels = 0]) => ({
  name: `a WAV of ${channels} channels at ${rate} Hz`,
  bytes: Buffer.concat([wavHeader(rate, channels), Buffer.alloc(20_000, 7)]),
}));

/** `count` hostile files: a fixed set, disguised lures, and mutants of all formats that depend on the seed. */
export const hostileMedia = function* (
  { seed, count }: { seed: number; count: number },
  { folder, targets }: { folder: string; targets: Targets },
): Generator<HostileFile> {
  const chance = chanceOf(seed);
  const fixed = [...manyTracks(folder), referenceMovie(folder), ...headerLies];
  yield* fixed;
  const lureFiles = disguisedLures(targets);
  const lureCount = Math.min(lureFiles.length, Math.floor((count - fixed.length) * 0.4));
  for (let i = 0; i < lureCount; i += 1) {
    yield* lureFiles.splice(chance.under(lureFiles.length), 1);
  }
  const plainFormats = formats.filter((format) => !format.change && !missingEncoder(format));
  const originals = [
    ...Array.from({ length: 24 }, () => chance.pick(plainFormats)).map((format) => ({
      name: format.name,
      bytes: makeFormat(format, folder, 0.5),
    })),
    { name: 'AMR', bytes: amr(false) },
    { name: 'AMR-WB', bytes: amr(true) },
  ];
  for (let i = fixed.length + lureCount; i < count; i += 1) {
    const original = chance.pick(originals);
    const other = chance.pick(originals);
    const { kind, bytes } = mutant(original.bytes, other.bytes, chance);
    yield { name: `${original.name} (${other.name}), ${kind}`, bytes };
  }
};
