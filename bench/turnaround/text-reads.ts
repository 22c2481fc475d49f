import { parallelReads } from '#lib/domain/transcriptions/finish-transcription.ts';
import type { newLambda, Work } from './lambda.ts';
import { type Deployment, memoryGb } from './parameters.ts';
import type { Part } from './parts.ts';
import { allOf, type Process, type Step } from './simulation.ts';
import type { Stages } from './stages.ts';

/** Simulates how one function reads many texts at once. Its processor limits it more than the latency of S3 does. */
export const textReads = (
  { simulation, latency, workOn }: ReturnType<typeof newLambda>,
  { callMs, mergeMs, mainThread }: Stages,
  { finisherGb }: Deployment,
) => {
  // With more than one processor, other threads work beside the one that runs JavaScript.
  const finishWork = (mainShare: number): Work => {
    const work = workOn(1);
    return (ms) => work(ms * Math.max(mainShare, memoryGb / finisherGb));
  };
  const readText = function* (work: Work): Process {
    yield work(callMs.getText);
    yield* latency('s3Get');
  };
  const readChunks = ({ chunks }: Part, work: Work): Process =>
    allOf(
      simulation,
      chunks.map(() => readText(work)),
    );
  /** The texts of a part are separate objects if they were not joined in time. */
  const readPart = function* (part: Part, work: Work): Process {
    yield* readText(work);
    if (!part.isJoined) yield* readChunks(part, work);
  };
  return {
    /** Reads the text of each chunk of a part. */
    chunks: (part: Part): Process => readChunks(part, workOn(1)),
    /** Reads the texts of a whole job, as `lib/domain/transcriptions/finish-transcription.ts` does. */
    parts: (parts: readonly Part[]): Process => {
      const work = finishWork(mainThread.getText);
      const [only] = parts;
      const left =
        parts.length === 1 && only
          ? only.chunks.map(() => readText(work)).values()
          : parts.map((part) => readPart(part, work)).values();
      const reader = function* (): Process {
        for (const next of left) yield* next;
      };
      return allOf(simulation, Array.from({ length: parallelReads }, reader));
    },
    /** Merges the texts of this number of chunks. */
    merge: (chunks: number): Step => finishWork(mainThread.merge)(chunks * mergeMs),
  };
};
