import { peaksOf } from './peaks.ts';

// At this rate, 20 minutes of two channels are 77 MB of samples.
const decodedHz = 8_000;
export const decodedMaxMs = 20 * 60_000;

/** The peaks of a recording. Undefined if the browser cannot decode it. */
export const decodedPeaks = async (recording: File, count: number): Promise<number[] | undefined> => {
  try {
    const audio = await new OfflineAudioContext(1, 1, decodedHz).decodeAudioData(
      await recording.arrayBuffer(),
    );
    return peaksOf(audio.getChannelData(0), count);
  } catch {
    return undefined;
  }
};
