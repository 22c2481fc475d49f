import { after, before, inParts, type KillPoint, type Moment, workers } from './kill-points.ts';

const { split, sweep } = workers;

const about =
  (text: string) =>
  (moment: Moment): Moment => ({ ...moment, about: text });
const ofPlan = about('SET parts =');
const ofSecondPart = about('\\"part\\":1');
const ofItsChunk = about('\\"index\\":101');
const ofHead = about('/heads/');
const ofUpload = about('/uploads/');
const ofChunk = about('.chunk');
const ofBorders = about('cut = :cut');
const ofCut = about('ADD cutParts');
const ofJoin = about('chunksOfParts');
const ofLateCheck = about('\\"lateParts\\":true');

const partLost = [ofItsChunk(before(split, 'SendMessage'))];
const onlySwept = [...partLost, ofLateCheck(before(split, 'SendMessage', 'each'))];

// The parts are sent in one call. A late part is sent again in a separate call.
const beforeResend = ofSecondPart(before(split, 'SendMessage'));
const afterResend = ofSecondPart(after(split, 'SendMessage'));

/** The steps of a job with audio in three parts that differ from those of a job with audio cut as one. */
export const partPoints: readonly KillPoint[] = [
  inParts(ofPlan(before(split, 'UpdateItem')), ofPlan(after(split, 'UpdateItem'))),
  inParts(ofSecondPart(after(split, 'SendMessageBatch'))),
  inParts(ofHead(before(split, 'PutObject')), ofHead(before(split, 'GetObject', 2))),
  // The first GetObject of the upload is made by the planner.
  inParts(ofUpload(before(split, 'GetObject', 2)), ofUpload(after(split, 'GetObject', 3))),
  inParts(ofChunk(after(split, 'PutObject', 2)), ofItsChunk(after(split, 'SendMessage'))),
  inParts(ofBorders(before(split, 'UpdateItem')), ofBorders(after(split, 'UpdateItem', 2))),
  // After the third call, the last part is recorded, but no worker has joined the parts.
  inParts(ofCut(before(split, 'UpdateItem')), ...[1, 3].map((nth) => ofCut(after(split, 'UpdateItem', nth)))),
  inParts(ofJoin(before(split, 'UpdateItem')), ofJoin(after(split, 'UpdateItem'))),
  inParts(...partLost, ofLateCheck(after(split, 'SendMessage'))),
  inParts(...partLost, beforeResend),
  inParts(...partLost, afterResend),
  inParts(...onlySwept, before(sweep, 'SendMessage'), after(sweep, 'SendMessage')),
];
