/** Figures of recognized speech, which add up over its parts. */
type Speech<Segment> = {
  readonly segments: readonly Segment[];
  readonly speechMs: number;
  readonly unrecognizedMs: number;
  readonly foreignMs: number;
};

/** The parts of recognized speech as one. */
export const joinSpeech = <Segment>(
  parts: readonly Speech<Segment>[],
): Speech<Segment> & { segments: Segment[] } => {
  const sum = (of: (part: Speech<Segment>) => number): number =>
    parts.reduce((total, part) => total + of(part), 0);
  return {
    segments: parts.flatMap(({ segments }) => segments),
    speechMs: sum(({ speechMs }) => speechMs),
    unrecognizedMs: sum(({ unrecognizedMs }) => unrecognizedMs),
    foreignMs: sum(({ foreignMs }) => foreignMs),
  };
};
