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

/** What a player would wait for between two packets. A longer gap, or a step back, is a clock that was set. */
const maxGapSeconds = 1800;
const maxStepBackSeconds = 0.5;

/**
 * Takes out of the timestamps what they jump by beyond these limits. For each frame: (2) how far its time is ahead of the
 * samples so far, (0) the same of the frame before, (3) the jump between them, (1) all that was taken out.
 */
const mendedClock =
  "asetpts='st(2,T-NB_CONSUMED_SAMPLES/SR);st(3,ld(2)-ld(0));st(0,ld(2));" +
  `st(1,ld(1)+ld(3)*(gt(ld(3),${maxGapSeconds})+lt(ld(3),-${maxStepBackSeconds})));PTS-ld(1)/TB'`;

/**
 * Gaps are filled after resampling and in few bytes, as ffmpeg holds all of one in memory. Where the sound begins (a picture
 * may come before it) is told on standard error, as `readComplaints` reads it: `aresample` could fill that in by itself, but
 * when the rate or the channels change midway ffmpeg starts its filters anew, and all the time so far would be put in again.
 */
const clock =
  `${mendedClock},aresample=${sampleRate}:osf=s16,aresample=async=1,` +
  "asetpts='if(eq(N,0),print(T,0));PTS'";

const clocked: readonly Demuxer[] = ['amr', 'asf', 'matroska', 'mov', 'ogg'];

/**
 * Whether the timestamps of a container are followed, and its start told. AMR leaves out frames of silence, some recorders
 * those of a muted speaker; without this time would run fast. A stream of bare frames has no clock of its own.
 */
export const hasClock = (demuxer: Demuxer): boolean => clocked.includes(demuxer);

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
 * The arguments by which ffmpeg decodes `./in` to 16 kHz on its standard output, as a WAV stream: its header tells how many
 * channels there are, for ffmpeg's own mix loses what is out of phase or in some channels. The file is hostile until proven
 * otherwise: no network, no other files, no formats that point elsewhere, bounded work.
 */
export const fencedArguments = ({ demuxer, promised }: AudioFile, maxSeconds: number): string[] => {
  return [
    // How many errors are too many is for `assertWhole` to say.
    '-nostdin -hide_banner -threads 1 -max_error_rate 1',
    // Of each frame of a pause AMR's decoder says that it cannot make the noise telephones fill it with.
    `-loglevel repeat+${demuxer === 'amr' ? 'fatal' : 'error'}`,
    `-protocol_whitelist file,pipe -format_whitelist ${demuxer} -codec_whitelist ${codecs}`,
    `-max_streams 32 -max_alloc ${maxBytesAtOnce} -f ${demuxer}`,
    ...(promised.goesOn ? ['-ignore_length 1'] : []),
    `-i ./in -map 0:a:0 -vn -sn -dn -t ${maxSeconds}`,
    ...(hasClock(demuxer) ? [`-af ${clock}`] : []),
    `-ar ${sampleRate} -c:a pcm_s16le -map_metadata -1 -bitexact -f wav pipe:1`,
  ].flatMap((words) => words.split(' '));
};
