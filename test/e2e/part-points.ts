import { after, afterDeaths, before, inParts, type KillPoint, type Moment, workers } from './kill-points.ts';

const { split, sweep } = workers;

const about =
  (text: string) =>
  (moment: Moment): Moment => ({ ...moment, about: text });
const ofPlan = about('SET parts =');
const ofSecondPart = about('\\"part\\":1');
const ofItsChunk = about('\\"index\\":101');
const ofCut = about('parts.cuts');
const ofJoin = about('chunksOfParts');

const partNeverSent = [ofSecondPart(before(split, 'SendMessage'))];

/** The steps of a job whose audio is cut in three parts that differ from those of audio that is cut as one. */
export const partPoints: readonly KillPoint[] = [
  ...inParts(ofPlan(before(split, 'UpdateItem')), ofPlan(after(split, 'UpdateItem'))),
  ...inParts(ofSecondPart(after(split, 'SendMessage'))),
  // The first GetObject is the planner's.
  ...inParts(before(split, 'GetObject', 2), after(split, 'GetObject', 3)),
  ...inParts(after(split, 'PutObject', 2), ofItsChunk(after(split, 'SendMessage'))),
  ...inParts(ofCut(before(split, 'UpdateItem')), ofCut(after(split, 'UpdateItem'))),
  // The last part of three is recorded, and nobody has joined them.
  ...inParts(ofCut(after(split, 'UpdateItem', 3))),
  ...inParts(ofJoin(before(split, 'UpdateItem')), ofJoin(after(split, 'UpdateItem'))),
  ...afterDeaths(partNeverSent, before(sweep, 'SendMessage'), after(sweep, 'SendMessage')).map((point) => ({
    ...point,
    audio: 'three parts' as const,
  })),
];
