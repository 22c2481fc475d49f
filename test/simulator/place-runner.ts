import type { SharedStage, StageMessage } from '#lib/platform/limits/stage-places.ts';
import type { PlaceDeps } from '#lib/platform/queue/hold-place.ts';
import { whileHoldingPlace } from '../support/hold-place.ts';
import type { Mutant } from './mutant.ts';
import type { MemoryPlaces } from './places.ts';
import type { Random } from './random.ts';
import type { Worker } from './worker.ts';

type StageRun<Message> = {
  readonly worker: Worker;
  readonly stage: SharedStage;
  readonly send: (message: Message, delayMs?: number) => void;
};

/** Runs a message like the function of its stage: with a place of its project, or later. */
export const newPlaceRunner =
  ({ places, random, mutant }: { places: MemoryPlaces; random: Random; mutant: Mutant }) =>
  async <Message extends StageMessage>(
    { worker, stage, send }: StageRun<Message>,
    message: Message,
    run: (message: Message) => Promise<void>,
  ): Promise<void> => {
    const deps: PlaceDeps<Message> = {
      takePlace: places.take(worker, stage),
      mayWait: places.mayWait(worker, stage),
      send: (...sent) => worker.call('sqs', 'send again', async () => send(...sent)),
      every: worker.every,
      random: () => random.below(1_000) / 1_000,
    };
    return whileHoldingPlace({ ...deps, ...mutant.placeDeps?.(deps) }, message, run);
  };
