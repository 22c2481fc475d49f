import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pictureTag } from './mp3-tags.ts';

/** Length of the test files: a tone in every container and codec that customers send, encoded by the machine's ffmpeg. */
export const seconds = 3;

type Format = {
  readonly name: string;
  /** ffmpeg's arguments for the output. */
  readonly output: string;
  /** Padding of the encoder that the container does not declare. */
  readonly paddingMs?: number;
  /** Changes the bytes that ffmpeg wrote. */
  readonly change?: (bytes: Buffer) => Buffer;
  /** Adds a video track. */
  readonly withVideo?: boolean;
};

const tagOf = (pictureBytes: number): Buffer => pictureTag(Buffer.alloc(pictureBytes, 7));
const tagged = (bytes: Buffer): Buffer => Buffer.concat([tagOf(3_000_000), bytes]);

const wavSize =
  (size: (bytes: number) => number) =>
  (bytes: Buffer): Buffer => {
    const at = bytes.indexOf('data');
    const changed = Buffer.from(bytes);
    changed.writeUInt32LE(size(bytes.length - at - 8), at + 4);
    return changed;
  };
/** Like a FLAC file written to a pipe. */
const flacLengthUnknown = (bytes: Buffer): Buffer => {
  const changed = Buffer.from(bytes);
  changed[21] = (bytes[21] ?? 0) & 0xf0;
  changed.writeUInt32BE(0, 22);
  return changed;
};

/** The length of two frames in ms. */
const frames = (samples: number, rate: number): number => Math.ceil((2 * samples * 1000) / rate);

const wav: readonly Format[] = [
  ...['pcm_u8', 'pcm_s16le', 'pcm_s24le', 'pcm_s32le', 'pcm_f32le', 'pcm_f64le'].map((codec) => ({
    name: `WAV ${codec}`,
    output: `-c:a ${codec} -f wav`,
  })),
  ...['pcm_mulaw', 'pcm_alaw', 'adpcm_ms', 'adpcm_ima_wav', 'libgsm_ms', 'g726'].map((codec) => ({
    name: `WAV ${codec}, as telephones record`,
    output: `-c:a ${codec} -ar 8000 -ac 1 -f wav`,
    paddingMs: 130,
  })),
  { name: 'WAV g722', output: '-c:a g722 -ar 16000 -ac 1 -f wav' },
  { name: 'WAV g723_1', output: '-c:a g723_1 -b:a 6300 -ar 8000 -ac 1 -f wav' },
  { name: 'WAV mp3', output: '-c:a libmp3lame -f wav', paddingMs: frames(1152, 44_100) },
  ...[8_000, 11_025, 22_050, 48_000, 96_000, 192_000].map((rate) => ({
    name: `WAV at ${rate} Hz`,
    output: `-c:a pcm_s16le -ar ${rate} -f wav`,
  })),
  ...[2, 6, 8].map((channels) => ({
    name: `WAV of ${channels} channels`,
    output: `-c:a pcm_s24le -ac ${channels} -f wav`,
  })),
  { name: 'WAV RF64', output: '-c:a pcm_s16le -rf64 always -f wav' },
  ...[0, 0xffffffff, 0x7ffff000, 0x80000000, 2_000_000_000].map((size) => ({
    name: `WAV whose header says ${size} bytes`,
    output: '-c:a pcm_s16le -f wav',
    change: wavSize(() => size),
  })),
  {
    name: 'WAV whose header says too little',
    output: '-c:a pcm_s16le -f wav',
    change: wavSize((bytes) => bytes >> 4),
  },
  {
    name: 'WAV whose header counts itself',
    output: '-c:a pcm_s16le -f wav',
    change: wavSize((bytes) => bytes + 44),
  },
];

const others: readonly Format[] = [
  ...['pcm_s16be', 'pcm_s24be', 'pcm_s8', 'pcm_f32be', 'pcm_mulaw', 'pcm_s16le', 'adpcm_ima_qt'].map(
    (codec) => ({
      name: `AIFF ${codec}`,
      output: `-c:a ${codec} -f aiff`,
    }),
  ),
  { name: 'AIFF with a tag', output: '-c:a pcm_s16be -write_id3v2 1 -metadata title=a -f aiff' },
  { name: 'AAC ADTS', output: '-c:a aac -f adts', paddingMs: frames(1024, 44_100) },
  { name: 'AAC ADTS at 16 kHz', output: '-c:a aac -ar 16000 -f adts', paddingMs: frames(1024, 16_000) },
  {
    name: 'AAC ADTS behind a picture',
    output: '-c:a aac -f adts',
    paddingMs: frames(1024, 44_100),
    change: tagged,
  },
  { name: 'AAC LATM', output: '-c:a aac -f latm', paddingMs: frames(1024, 44_100) },
  ...['wmav1', 'wmav2'].map((codec) => ({
    name: `ASF ${codec}`,
    output: `-c:a ${codec} -f asf`,
    paddingMs: frames(2048, 44_100),
  })),
  { name: 'ASF mp3', output: '-c:a libmp3lame -f asf', paddingMs: frames(1152, 44_100) },
  { name: 'FLAC', output: '-c:a flac -f flac' },
  { name: 'FLAC of 24 bits at 96 kHz', output: '-c:a flac -sample_fmt s32 -ar 96000 -f flac' },
  { name: 'FLAC behind a picture', output: '-c:a flac -f flac', change: tagged },
  { name: 'FLAC of unknown length', output: '-c:a flac -f flac', change: flacLengthUnknown },
  { name: 'MP3', output: '-c:a libmp3lame -f mp3' },
  { name: 'MP3 with a variable rate', output: '-c:a libmp3lame -q:a 5 -f mp3' },
  { name: 'MP3 stereo', output: '-c:a libmp3lame -ac 2 -f mp3' },
  {
    name: 'MP3 without Xing',
    output: '-c:a libmp3lame -write_xing 0 -f mp3',
    paddingMs: frames(1152, 44_100),
  },
  {
    name: 'MP3 without Xing and tag',
    output: '-c:a libmp3lame -write_xing 0 -id3v2_version 0 -f mp3',
    paddingMs: frames(1152, 44_100),
  },
  { name: 'MP3 at 22 kHz (MPEG 2)', output: '-c:a libmp3lame -ar 22050 -f mp3' },
  { name: 'MP3 at 8 kHz (MPEG 2.5)', output: '-c:a libmp3lame -ar 8000 -f mp3' },
  { name: 'MP3 behind a picture', output: '-c:a libmp3lame -id3v2_version 0 -f mp3', change: tagged },
  {
    name: 'MP3 behind a tag and zeros',
    output: '-c:a libmp3lame -id3v2_version 0 -f mp3',
    change: (bytes) => Buffer.concat([tagOf(100), Buffer.alloc(3000), bytes]),
  },
  { name: 'MP2', output: '-c:a mp2 -f mp2', paddingMs: frames(1152, 44_100) },
  { name: 'OGG Vorbis', output: '-c:a libvorbis -f ogg' },
  { name: 'OGG Opus', output: '-c:a libopus -f ogg' },
  { name: 'OGG Opus stereo of low rate', output: '-c:a libopus -b:a 12k -ac 2 -f ogg' },
  { name: 'OGG Speex', output: '-c:a libspeex -ar 16000 -f ogg' },
  { name: 'OGG Speex, narrow', output: '-c:a libspeex -ar 8000 -f ogg' },
  { name: 'OGG Speex, ultra-wide', output: '-c:a libspeex -ar 32000 -f ogg' },
  { name: 'OGG FLAC', output: '-c:a flac -f ogg' },
];

const withPictures: readonly Format[] = [
  { name: 'WebM Opus', output: '-c:a libopus -f webm' },
  { name: 'WebM Vorbis', output: '-c:a libvorbis -f webm' },
  { name: 'WebM live, without duration and cues', output: '-c:a libopus -live 1 -f webm' },
  { name: 'WebM with video', output: '-c:a libopus -c:v libvpx -f webm', withVideo: true },
  { name: 'WebM live with video', output: '-c:a libopus -c:v libvpx -live 1 -f webm', withVideo: true },
  { name: 'Matroska AAC', output: '-c:a aac -f matroska', paddingMs: frames(1024, 44_100) },
  { name: 'M4A AAC, index at the end', output: '-c:a aac -f ipod', paddingMs: frames(1024, 44_100) },
  { name: 'M4A AAC, index first', output: '-c:a aac -movflags +faststart -f ipod' },
  { name: 'M4A AAC of six channels', output: '-c:a aac -ac 6 -f ipod' },
  { name: 'M4A AAC at 8 kHz', output: '-c:a aac -ar 8000 -f ipod', paddingMs: frames(1024, 8_000) },
  { name: 'M4A ALAC', output: '-c:a alac -f ipod' },
  {
    name: 'MP4 in fragments',
    output: '-c:a aac -movflags frag_keyframe+empty_moov -frag_duration 500000 -f mp4',
  },
  { name: 'MP4 mp3', output: '-c:a libmp3lame -f mp4', paddingMs: frames(1152, 44_100) },
  { name: 'MP4 Opus', output: '-c:a libopus -f mp4' },
  { name: 'MP4 FLAC', output: '-c:a flac -strict -2 -f mp4' },
  { name: 'MP4 AC-3', output: '-c:a ac3 -f mp4', paddingMs: frames(1536, 44_100) },
  { name: 'MP4 with video', output: '-c:a aac -c:v libx264 -f mp4', withVideo: true },
  { name: 'MP4 with MPEG-4 video', output: '-c:a aac -c:v mpeg4 -f mp4', withVideo: true },
  { name: 'MOV PCM with video', output: '-c:a pcm_s16le -c:v mpeg4 -f mov', withVideo: true },
  { name: 'MOV IMA4', output: '-c:a adpcm_ima_qt -f mov' },
  { name: 'MOV AAC', output: '-c:a aac -f mov', paddingMs: frames(1024, 44_100) },
  { name: '3GP AAC', output: '-c:a aac -f 3gp', paddingMs: frames(1024, 44_100) },
];

export const formats: readonly Format[] = [...wav, ...others, ...withPictures];

const encoders = spawnSync('ffmpeg', ['-hide_banner', '-encoders'], { encoding: 'utf8' }).stdout ?? '';

/** An encoder of the format that this machine's ffmpeg lacks, or undefined. */
export const missingEncoder = ({ output }: Format): string | undefined =>
  [...output.matchAll(/-c:[av] (\S+)/g)]
    .map(([, name = '']) => name)
    .find((name) => !encoders.includes(` ${name} `));

/** A file of the format with a tone at 300 Hz. */
export const makeFormat = (
  { output, change, withVideo }: Format,
  folder: string,
  length: number = seconds,
): Buffer => {
  const sound = `-f lavfi -i sine=frequency=300:sample_rate=48000:duration=${length}`;
  const rate = /-ar |libopus|alac|wav/.test(output) ? '' : '-ar 44100';
  const video = withVideo ? `-f lavfi -i testsrc=duration=${length}:size=64x48:rate=10` : '';
  const file = join(folder, 'made');
  const words = `-v error -y ${sound} ${video} ${rate} ${output}`.split(' ').filter(Boolean);
  execFileSync('ffmpeg', ['-nostdin', ...words, file]);
  const bytes = readFileSync(file);
  return change ? change(bytes) : bytes;
};

/** AMR with frames of noise, because few machines can encode AMR. */
export const amr = (isWide: boolean): Buffer => {
  const frame = Uint8Array.from({ length: isWide ? 61 : 32 }, (_, i) => (i * 37 + 11) & 0xff);
  frame[0] = isWide ? 0x44 : 0x3c;
  return Buffer.concat([
    Buffer.from(isWide ? '#!AMR-WB\n' : '#!AMR\n'),
    ...Array.from({ length: seconds * 50 }, () => frame),
  ]);
};
