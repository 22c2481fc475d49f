import { type CutPartDeps, cutPart } from './cut-part.ts';
import { resendLateParts } from './late-parts.ts';
import { isArrival, isLateParts, isWholeAudio, type SplitMessage } from './messages.ts';
import { planUpload, type PlanUploadDeps } from './plan-upload.ts';
import { type SplitDeps, splitTranscription } from './split-transcription.ts';

export type AudioDeps = SplitDeps & CutPartDeps & PlanUploadDeps;

/** Does the work that a message of the split queue asks for. */
export const workOnAudio = (deps: AudioDeps, message: SplitMessage): Promise<void> => {
  if (isArrival(message)) return planUpload(deps, message);
  if (isWholeAudio(message)) return splitTranscription(deps, message);
  return isLateParts(message) ? resendLateParts(deps, message) : cutPart(deps, message);
};
