import type { RecognizedSpeech } from './recognize.ts';

/** Joins the parts of recognized speech into one. */
export const joinSpeech = <Segment>(
  parts: readonly RecognizedSpeech<Segment>[],
): RecognizedSpeech<Segment> & { segments: Segment[] } => {
  const sum = (of: (part: RecognizedSpeech<Segment>) => number): number =>
    parts.reduce((total, part) => total + of(part), 0);
  return {
    segments: parts.flatMap(({ segments }) => segments),
    speechMs: sum(({ speechMs }) => speechMs),
    unrecognizedMs: sum(({ unrecognizedMs }) => unrecognizedMs),
    foreignMs: sum(({ foreignMs }) => foreignMs),
  };
};
