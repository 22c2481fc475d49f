import { decodeAudio } from '#lib/speech/audio/decode.ts';
import { collect } from './audio.ts';

/** All samples of an audio file, 16 kHz mono. */
export const samplesOf = async (file: string, ffmpegPath = 'ffmpeg'): Promise<Int16Array> => {
  const { signal } = new AbortController();
  const blocks = await collect(decodeAudio({ file, ffmpegPath, signal }));
  const samples = new Int16Array(blocks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const block of blocks) {
    samples.set(block, at);
    at += block.length;
  }
  return samples;
};
