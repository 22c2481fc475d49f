import { frameSamples, rms, sampleRate, toFloats } from '#lib/speech/audio/pcm.ts';

/** Up to three pieces from the start of a recording, each about `seconds` long and cut at the quietest point. */
export const piecesOf = (pcm: Int16Array, seconds: number): Int16Array[] => {
  const pieces: Int16Array[] = [];
  let from = 0;
  while (pieces.length < 3 && from + seconds * sampleRate <= pcm.length) {
    let to = pcm.length;
    let quietest = Infinity;
    for (
      let at = from + 0.8 * seconds * sampleRate;
      at < from + 1.2 * seconds * sampleRate;
      at += frameSamples
    ) {
      const loudness = rms(toFloats(pcm.subarray(at, at + 4 * frameSamples)));
      if (loudness < quietest) [to, quietest] = [at + 2 * frameSamples, loudness];
    }
    pieces.push(pcm.subarray(from, to));
    from = to;
  }
  return pieces;
};
