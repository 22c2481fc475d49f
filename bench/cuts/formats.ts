import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Chance } from '../../test/support/chance.ts';
import { pictureTag, v1Tag } from '../../test/support/mp3-tags.ts';

/** The recipe for files of one kind. A word in braces is replaced by one of its alternatives. */
type Kind = {
  readonly name: string;
  readonly output: string;
  /** Copies the packets from a random one on, like editors that cut without encoding. */
  readonly isTrimmed?: boolean;
  /** Appends another file of the same kind. */
  readonly isChained?: boolean;
  readonly change?: (bytes: Buffer) => Buffer;
};

const tagged = (bytes: Buffer): Buffer => Buffer.concat([pictureTag(Buffer.alloc(70_000, 7)), bytes, v1Tag]);

const mp3 = '-c:a libmp3lame -ar {16000|22050|24000|32000|44100|48000} -ac {1|2}';
const aac = '-c:a aac -aac_pns 0 -ar {16000|22050|44100|48000} -ac {1|2} -b:a {32k|64k|128k}';
const opus = '-c:a libopus -compression_level 0 -ac {1|2} -frame_duration {20|40|60} -vbr {on|off}';

export const kinds: readonly Kind[] = [
  {
    name: 'WAV',
    output:
      '-c:a {pcm_s16le|pcm_s24le|pcm_s32le|pcm_u8} -ar {8000|11025|22050|44100|48000|96000} -ac {1|2} -f wav',
  },
  { name: 'WAV of telephones', output: '-c:a {pcm_mulaw|pcm_alaw} -ar 8000 -ac {1|2} -f wav' },
  { name: 'WAV of floats, ADPCM', output: '-c:a {pcm_f32le|adpcm_ms} -ar 16000 -ac 1 -f wav' },
  { name: 'MP3, constant rate', output: `${mp3} -b:a {32k|64k|128k} -write_xing {0|1} -f mp3` },
  { name: 'MP3, variable rate', output: `${mp3} -q:a {2|5|9} -write_xing {0|1} -f mp3` },
  { name: 'MP3, average rate', output: `${mp3} -abr 1 -b:a {40k|96k} -id3v2_version {0|3|4} -f mp3` },
  {
    name: 'MP3 with tags',
    output: `${mp3} -q:a 5 -id3v2_version 0 -f mp3`,
    change: tagged,
  },
  { name: 'MP3, trimmed', output: `${mp3} -b:a 64k -f mp3`, isTrimmed: true },
  { name: 'MP4 AAC', output: `${aac} -movflags {faststart|+write_colr} -f {mp4|ipod}` },
  { name: 'MP4 AAC with an edit', output: `${aac} -f mp4`, isTrimmed: true },
  { name: 'MP4 AAC with noise', output: '-c:a aac -ar 44100 -ac 1 -b:a 48k -f mp4' },
  {
    name: 'MP4 in fragments',
    output: `${aac} -movflags frag_keyframe+empty_moov -frag_duration 2000000 -f mp4`,
  },
  { name: 'MP4 ALAC, Opus', output: '-c:a {alac|libopus} -ar 48000 -ac {1|2} -f mp4' },
  { name: 'MOV', output: '-c:a {aac|pcm_s16le|alac} -ar {44100|48000} -ac {1|2} -f mov' },
  {
    name: 'AAC (ADTS)',
    output: '-c:a aac -aac_pns 0 -ar {32000|44100|48000} -ac {1|2} -b:a {64k|128k} -f adts',
  },
  { name: 'FLAC', output: '-c:a flac -ar {16000|44100|48000|96000} -ac {1|2} -sample_fmt {s16|s32} -f flac' },
  { name: 'Ogg Opus', output: `${opus} -b:a {24k|64k|96k|128k} -f ogg` },
  { name: 'Ogg Opus, trimmed', output: `${opus} -b:a 96k -f ogg`, isTrimmed: true },
  { name: 'Ogg Opus, chained', output: `${opus} -b:a 96k -f ogg`, isChained: true },
  { name: 'WebM Opus', output: `${opus} -b:a {24k|64k|96k} -live {0|1} -f webm` },
  { name: 'WebM Opus, trimmed', output: `${opus} -b:a 96k -f webm`, isTrimmed: true },
  { name: 'Ogg and WebM Vorbis', output: '-c:a libvorbis -ar {22050|44100} -ac {1|2} -f {ogg|webm}' },
  { name: 'Ogg Vorbis, chained', output: '-c:a libvorbis -ar 44100 -ac 1 -f ogg', isChained: true },
  { name: 'WMA', output: '-c:a wmav2 -ar 44100 -ac {1|2} -f asf' },
  { name: 'AIFF', output: '-c:a pcm_s16be -ar {16000|44100} -ac {1|2} -f aiff' },
];

export type Sound = { readonly file: string; readonly seconds: number };

const choose = (output: string, chance: Chance): string[] =>
  output.replace(/\{([^}]+)\}/g, (_, all: string) => chance.pick(all.split('|'))).split(' ');

/** A file of the kind with `length` seconds of a sound, from a random moment on. */
export const makeFile = (
  { output, isTrimmed, isChained, change }: Kind,
  sound: Sound & { readonly length: number; readonly folder: string },
  chance: Chance,
): Buffer => {
  const args = choose(output, chance);
  const made = join(sound.folder, 'made');
  const trimmed = join(sound.folder, 'trimmed');
  const trim = isTrimmed ? 0.1 + chance.under(8_000) / 1_000 : 0;
  const run = (...words: readonly string[]) =>
    execFileSync('ffmpeg', ['-nostdin', '-v', 'error', '-y', ...words]);
  const encode = (length: number): Buffer => {
    const from = chance.under(sound.seconds * 1_000) / 1_000;
    const input = ['-ss', String(from), '-i', sound.file, '-t', String(length + trim)];
    run(...input, ...args, made);
    if (!isTrimmed) return readFileSync(made);
    run('-ss', String(trim), '-i', made, '-c', 'copy', ...args.slice(-2), trimmed);
    return readFileSync(trimmed);
  };
  const bytes = isChained ? Buffer.concat([encode(sound.length), encode(20)]) : encode(sound.length);
  return change ? change(bytes) : bytes;
};
