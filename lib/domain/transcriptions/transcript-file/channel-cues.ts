import { inSpokenOrder, type Result } from '../result.ts';
import { type Cue, toCues } from './cues.ts';
import type { TranscriptLanguage } from './language.ts';

type Choice = { readonly language: TranscriptLanguage; readonly audioMs: number | null };

/**
 * The captions of each channel, made as if it were alone, in order. Captions of different channels may overlap, as the
 * speech does.
 */
export const channelCues = (segments: Result['segments'], { language, audioMs }: Choice): Cue[] => {
  const byChannel = Map.groupBy(segments, ({ channel }) => channel);
  const cues = [...byChannel].flatMap(([channel, own]) =>
    toCues(own, language, audioMs).map((cue) => ({ ...cue, channel })),
  );
  return inSpokenOrder(cues);
};
