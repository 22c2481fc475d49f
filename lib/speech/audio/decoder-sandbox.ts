import { sampleRate } from './pcm.ts';
import type { AudioFile } from './audio-file.ts';
import type { Trim } from './parts/plan.ts';
import type { Demuxer } from './sniff.ts';

const codecs =
  'aac,aac_fixed,aac_latm,ac3,adpcm_ima_qt,adpcm_ima_wav,adpcm_ms,adpcm_swf,alac,amrnb,amrwb,' +
  'eac3,flac,g722,g723_1,g726,gsm,gsm_ms,libopus,libspeex,mp1,mp1float,mp2,mp2float,mp3,mp3float,opus,pcm_alaw,' +
  'pcm_f32be,pcm_f32le,pcm_f64be,pcm_f64le,pcm_mulaw,pcm_s16be,pcm_s16le,pcm_s24be,pcm_s24le,pcm_s32be,pcm_s32le,' +
  'pcm_s8,pcm_u8,speex,vorbis,wmalossless,wmapro,wmav1,wmav2,wmavoice';
const maxAllocationBytes = 256 * 1024 * 1024;
/** In KiB. Valid files need at most 102 MB, which an M4A of 500 MB does. */
const maxMemoryKib = 512 * 1024;

/** A longer gap between two packets, or a step back, means that the recorder's clock was changed. */
const maxGapSeconds = 1800;
const maxStepBackSeconds = 0.5;
/** A step back to the beginning means that another recording was joined to the first one, unless it is as short as this. */
const maxStepToStartSeconds = 0.1;

/**
 * An ffmpeg expression that removes jumps beyond these limits from the timestamps. Its variables, per frame: (2) how far
 * the timestamp is ahead of the samples so far, (0) the same for the previous frame, (3) the jump between them, (4) the
 * timestamp of the first frame, (1) the sum of all removed jumps.
 */
const correctedTimestamps =
  "asetpts='st(2,T-NB_CONSUMED_SAMPLES/SR);st(3,ld(2)-ld(0));st(0,ld(2));st(4,if(N,ld(4),T));" +
  `st(1,ld(1)+ld(3)*(gt(ld(3),${maxGapSeconds})` +
  `+lt(ld(3),-if(lt(T-ld(4),${maxStepToStartSeconds}),${maxStepToStartSeconds},${maxStepBackSeconds}))));` +
  "PTS-ld(1)/TB'";

/**
 * Fills gaps after resampling, when they take fewer bytes, because ffmpeg holds a whole gap in memory. Prints the start
 * time of the audio to standard error, because video may start earlier; `readMessages` parses it. `aresample` could
 * insert the silence at the start itself, but ffmpeg restarts its filters when the sample rate or the channels change,
 * which would insert the silence again.
 */
const timestampFilter =
  `${correctedTimestamps},aresample=${sampleRate}:osf=s16,aresample=async=1,` +
  "asetpts='if(eq(N,0),print(T,0));PTS'";

const timestamped: readonly Demuxer[] = ['amr', 'asf', 'matroska', 'mov', 'ogg'];

/**
 * Whether to follow the timestamps of a container and to print its start time. AMR omits frames of silence, and some
 * recorders omit the frames of a muted speaker, so without timestamps the audio would become shorter. A stream of bare
 * frames has no timestamps. A slice with `skip` needs none, because its samples are counted.
 */
export const hasTimestamps = (
  { demuxer, hasWrongTimes }: Pick<AudioFile, 'demuxer' | 'hasWrongTimes'>,
  trim: Trim = {},
): boolean => timestamped.includes(demuxer) && !hasWrongTimes && trim.skip === undefined;

/**
 * In seconds of processor time. Five hours of audio take about 10, five hours of eight channels 75. A limit of wall time
 * would fail a file because the machine is busy.
 */
const maxProcessorSeconds = 300;
/** At the limit the kernel sends SIGXCPU. ffmpeg handles it and exits with 255. Other programs are killed by it. */
export const isOutOfTime = (code: number | null, killedBy: NodeJS.Signals | null): boolean =>
  code === 255 || killedBy === 'SIGXCPU';

/** The decoder gets only these environment variables, so that it sees no secrets. */
export const sandboxEnvironment = {
  PATH: '/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin',
  HOME: '/nonexistent',
  LC_ALL: 'C',
};

/** The command and arguments of a shell that limits memory (if supported) and processor time, then executes ffmpeg. */
export const sandboxCommand = (ffmpegPath: string, args: readonly string[]): [string, string[]] => [
  '/bin/sh',
  [
    '-c',
    `ulimit -d ${maxMemoryKib} 2>/dev/null; ulimit -S -t ${maxProcessorSeconds}; exec "$0" "$@"`,
    ffmpegPath,
    ...args,
  ],
];

const sampleFilters = (gain: number, { skip, end }: Trim): string[] => [
  ...(skip === undefined
    ? []
    : [`atrim=start_sample=${skip}${end === undefined ? '' : `:end_sample=${end}`}`]),
  ...(gain === 1 ? [] : [`volume=${gain}`]),
];

/**
 * ffmpeg's arguments to decode `./in` to 16 kHz WAV on standard output. The channels stay separate, because ffmpeg's own
 * downmix loses signals that are out of phase or only in some channels. The file counts as hostile: ffmpeg may use no
 * network, no other files and no formats that refer to other files, and its work is bounded.
 */
export const sandboxArguments = (audio: AudioFile, maxSeconds: number, trim: Trim = {}): string[] => {
  const { demuxer, declared, codec, gain } = audio;
  const filter = hasTimestamps(audio, trim) ? timestampFilter : sampleFilters(gain, trim).join();
  return [
    // ffmpeg tolerates every decoding error, because `assertWhole` decides how many are too many.
    '-nostdin -hide_banner -threads 1 -max_error_rate 1 -loglevel repeat+error',
    `-protocol_whitelist file,pipe -format_whitelist ${demuxer} -codec_whitelist ${codecs}`,
    `-max_streams 32 -max_alloc ${maxAllocationBytes} -f ${demuxer}`,
    ...(codec === undefined ? [] : [`-c:a ${codec}`]),
    ...(declared.continuesPastEnd ? ['-ignore_length 1'] : []),
    `-i ./in -map 0:a:0 -vn -sn -dn -t ${maxSeconds}`,
    ...(filter === '' ? [] : [`-af ${filter}`]),
    `-ar ${sampleRate} -c:a pcm_s16le -map_metadata -1 -bitexact -flush_packets 0 -f wav pipe:1`,
  ].flatMap((words) => words.split(' '));
};
