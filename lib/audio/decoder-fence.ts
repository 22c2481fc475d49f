import { sampleRate } from './pcm.ts';
import type { AudioFile } from './audio-file.ts';
import type { Demuxer } from './sniff.ts';

const codecs =
  'aac,aac_fixed,aac_latm,ac3,adpcm_ima_qt,adpcm_ima_wav,adpcm_ms,adpcm_swf,alac,amrnb,amrwb,' +
  'eac3,flac,g722,g723_1,g726,gsm,gsm_ms,libopus,libspeex,mp1,mp1float,mp2,mp2float,mp3,mp3float,opus,pcm_alaw,' +
  'pcm_f32be,pcm_f32le,pcm_f64be,pcm_f64le,pcm_mulaw,pcm_s16be,pcm_s16le,pcm_s24be,pcm_s24le,pcm_s32be,pcm_s32le,' +
  'pcm_s8,pcm_u8,speex,vorbis,wmalossless,wmapro,wmav1,wmav2,wmavoice';
const maxBytesAtOnce = 256 * 1024 * 1024;
/** In KiB; the hungriest honest file, an M4A of 500 MB, takes 102 MB. */
const maxMemory = 512 * 1024;

/**
 * How the timestamps of a container are followed. AMR leaves out frames of silence and a picture may come before the
 * sound; without this the clock would run fast. A stream of bare frames has no clock of its own, and when its rate or
 * channels change, ffmpeg starts a filter anew, which with `first_pts` would put all the time so far in once more.
 */
const clocks: Partial<Record<Demuxer, string>> = {
  amr: 'aresample=async=1',
  ogg: 'aresample=async=1',
  asf: 'aresample=async=1:first_pts=0',
  matroska: 'aresample=async=1:first_pts=0',
  mov: 'aresample=async=1:first_pts=0',
};

/** In seconds; the longest file takes about 10. On a busy machine that is minutes, of which the file is not guilty. */
const maxProcessorTime = 120;
/** ffmpeg takes the signal for a wish to end; another program would die of it. */
export const isOutOfTime = (code: number | null, killedBy: NodeJS.Signals | null): boolean =>
  code === 255 || killedBy === 'SIGXCPU';

/** All that the decoder learns of the process that started it. */
export const fencedEnvironment = {
  PATH: '/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin',
  HOME: '/nonexistent',
  LC_ALL: 'C',
};

/** A shell that limits its memory (where the system knows how) and its time, and becomes ffmpeg: a command and its arguments. */
export const fencedCommand = (ffmpegPath: string, args: readonly string[]): [string, string[]] => [
  '/bin/sh',
  [
    '-c',
    `ulimit -d ${maxMemory} 2>/dev/null; ulimit -S -t ${maxProcessorTime}; exec "$0" "$@"`,
    ffmpegPath,
    ...args,
  ],
];

/**
 * The arguments by which ffmpeg decodes `./in` to 16 kHz mono on its standard output. The file is hostile until proven
 * otherwise: no network, no other files, no formats that point elsewhere, bounded work.
 */
export function fencedArguments({ demuxer, promised }: AudioFile, longestSeconds: number): string[] {
  const clock = clocks[demuxer];
  return [
    '-nostdin -hide_banner -loglevel repeat+error -threads 1',
    `-protocol_whitelist file,pipe -format_whitelist ${demuxer} -codec_whitelist ${codecs}`,
    `-max_streams 32 -max_alloc ${maxBytesAtOnce} -f ${demuxer}`,
    ...(promised.goesOn ? ['-ignore_length 1'] : []),
    `-i ./in -map 0:a:0 -vn -sn -dn -t ${longestSeconds}`,
    ...(clock ? [`-af ${clock}`] : []),
    `-ac 1 -ar ${sampleRate} -f s16le pipe:1`,
  ].flatMap((words) => words.split(' '));
}
