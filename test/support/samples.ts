import { decodeAudio } from '#lib/speech/audio/decode.ts';
import { joinSamples } from '#lib/speech/audio/pcm.ts';
import { collect } from './audio.ts';

/** All samples of an audio file at 16 kHz: of each channel, or only of their mix. */
export const channelsOf = async (
  file: string,
  { multichannel = true, ffmpegPath = 'ffmpeg' } = {},
): Promise<Int16Array[]> => {
  const { signal } = new AbortController();
  const blocks = await collect(decodeAudio({ file, ffmpegPath, multichannel, signal }));
  const channels = blocks[0] ?? [];
  return channels.map((_, channel) => joinSamples(blocks.flatMap((block) => block[channel] ?? [])));
};

/** All samples of an audio file, 16 kHz mono. */
export const samplesOf = async (file: string, ffmpegPath = 'ffmpeg'): Promise<Int16Array> =>
  (await channelsOf(file, { multichannel: false, ffmpegPath }))[0] ?? new Int16Array();
