import { recordings, samplesOf, type Clip } from '../support/recordings.ts';

/** A recording with its samples, 16 kHz mono. */
export type LoadedClip = Clip & { readonly pcm: Int16Array };

export const loadClips = async (): Promise<LoadedClip[]> => {
  const clips: LoadedClip[] = [];
  for (const clip of recordings()) clips.push({ ...clip, pcm: await samplesOf(clip) });
  return clips;
};
