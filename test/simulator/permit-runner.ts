import type { SharedStage, StageMessage } from '#lib/platform/limits/stage-permits.ts';
import type { StagePermitDeps } from '#lib/platform/queue/hold-permit.ts';
import { whileHoldingPermit } from '../support/hold-permit.ts';
import type { Mutant } from './mutant.ts';
import type { MemoryPermits } from './permits.ts';
import type { Random } from '../support/random.ts';
import type { Worker } from './worker.ts';

type StageRun<Message> = {
  readonly worker: Worker;
  readonly stage: SharedStage;
  readonly send: (message: Message, delayMs?: number) => void;
  readonly needsPermit?: (message: Message) => Promise<boolean>;
};

/**
 * Runs a message like the function of its stage: with a permit of its project if the message needs one. Without a free permit,
 * it runs later.
 */
export const newPermitRunner =
  ({ permits, random, mutant }: { permits: MemoryPermits; random: Random; mutant: Mutant }) =>
  async <Message extends StageMessage>(
    { worker, stage, send, needsPermit }: StageRun<Message>,
    message: Message,
    run: (message: Message) => Promise<void>,
  ): Promise<void> => {
    const deps: StagePermitDeps<Message> = {
      acquirePermit: permits.take(worker, stage),
      mayWait: permits.mayWait(worker, stage),
      send: (...sent) => worker.call('sqs', 'send again', async () => send(...sent)),
      every: worker.every,
      random: () => random.below(1_000) / 1_000,
    };
    return whileHoldingPermit({ ...deps, ...mutant.placeDeps?.(deps), needsPermit }, message, run);
  };
