import { sampleRate } from './pcm.ts';
import type { Demuxers } from './sniff.ts';

const codecs =
  'aac,aac_fixed,aac_latm,ac3,adpcm_ima_qt,adpcm_ima_wav,adpcm_ms,adpcm_swf,alac,amrnb,amrwb,eac3,flac,gsm,gsm_ms,' +
  'libopus,mp1,mp1float,mp2,mp2float,mp3,mp3float,opus,pcm_alaw,pcm_f32be,pcm_f32le,pcm_f64be,pcm_f64le,pcm_mulaw,' +
  'pcm_s16be,pcm_s16le,pcm_s24be,pcm_s24le,pcm_s32be,pcm_s32le,pcm_s8,pcm_u8,vorbis,wmalossless,wmapro,wmav1,wmav2,' +
  'wmavoice';
const maxBytesAtOnce = 256 * 1024 * 1024;

/** All that the decoder learns of the process that started it. */
export const fencedEnvironment = {
  PATH: '/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin',
  HOME: '/nonexistent',
  LC_ALL: 'C',
};

/**
 * The arguments by which ffmpeg decodes `./in` to 16 kHz mono on its standard output. The file is hostile until proven
 * otherwise: no network, no other files, no formats that point elsewhere, bounded work.
 */
export function fencedArguments(demuxers: Demuxers, longestSeconds: number): string[] {
  const [only] = demuxers;
  return [
    '-nostdin -hide_banner -loglevel error -threads 1',
    `-protocol_whitelist file,pipe -format_whitelist ${demuxers.join(',')} -codec_whitelist ${codecs}`,
    `-max_streams 32 -max_alloc ${maxBytesAtOnce}`,
    ...(demuxers.length === 1 ? [`-f ${only}`] : []),
    `-i ./in -map 0:a:0 -vn -sn -dn -t ${longestSeconds}`,
    // AMR leaves out frames of silence; without this filter the clock would run fast.
    '-af aresample=async=1:first_pts=0',
    `-ac 1 -ar ${sampleRate} -f s16le pipe:1`,
  ].flatMap((words) => words.split(' '));
}
