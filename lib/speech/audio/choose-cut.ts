import { frameSamples } from './pcm.ts';

/** What is this much louder than the still moments of a stretch is no pause. */
const maxAboveRoomDb = 10;
/** Where speech is hardly louder than the room, a pause is in the lowest quarter between them. */
const quietShare = 0.25;
/** Between two words; a shorter one is within a word. */
const minPauseFrames = 3;

/** The sample of `pcm`, at the border of two frames, where a cut does least harm: in the middle of the longest pause, else in the quietest frame. */
export const chooseCut = (pcm: Int16Array): number => {
  const loudness = loudnessOf(pcm);
  const inOrder = loudness.toSorted();
  const part = (share: number): number => inOrder[Math.floor(share * inOrder.length)] ?? 0;
  const room = part(0.1);
  const quiet = room + Math.min(maxAboveRoomDb, quietShare * (part(0.95) - room));

  let longest = { start: 0, frames: 0 };
  let pause = 0;
  for (const [i, value] of loudness.entries()) {
    pause = value <= quiet ? pause + 1 : 0;
    if (pause > longest.frames) longest = { start: i + 1 - pause, frames: pause };
  }
  const middle = longest.start + Math.round(longest.frames / 2);
  return frameSamples * (longest.frames >= minPauseFrames ? middle : quietestOf(loudness));
};

/** Of each frame, in dB of no particular reference. */
const loudnessOf = (pcm: Int16Array): Float32Array => {
  const loudness = new Float32Array(Math.floor(pcm.length / frameSamples));
  for (let i = 0; i < loudness.length; i += 1) {
    let energy = 1;
    for (let at = i * frameSamples; at < (i + 1) * frameSamples; at += 1) energy += (pcm[at] ?? 0) ** 2;
    loudness[i] = 10 * Math.log10(energy);
  }
  return loudness;
};

const quietestOf = (loudness: Float32Array): number => {
  let quietest = 0;
  for (const [i, value] of loudness.entries()) if (value < (loudness[quietest] ?? 0)) quietest = i;
  return quietest;
};
