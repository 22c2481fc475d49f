import type { Bucket } from '#lib/platform/aws/bucket.ts';
import type { deleteTranscription } from '#lib/domain/transcriptions/delete-transcription.ts';
import type { StagePermitDeps } from '#lib/platform/queue/hold-permit.ts';
import type { failDead } from '#lib/domain/transcriptions/fail-dead.ts';
import type { TranscriptionRepository } from '#lib/domain/transcriptions/transcription-repository.ts';
import type { sweep } from '#lib/domain/transcriptions/sweep.ts';
import type { MemoryDatabase } from '../support/memory-repository.ts';
import type { Deps } from './ports.ts';
import type { Worker } from './worker.ts';

/** A protocol with one defect: the parts that replace the real ones. */
export type Mutant = {
  readonly store?: (database: MemoryDatabase) => Partial<TranscriptionRepository>;
  readonly results?: (bucket: Bucket) => Partial<Bucket>;
  readonly deps?: (deps: Deps, worker: Worker, database: MemoryDatabase) => Partial<Deps>;
  readonly placeDeps?: <Message>(deps: StagePermitDeps<Message>) => Partial<StagePermitDeps<Message>>;
  readonly sweep?: typeof sweep;
  readonly failDead?: typeof failDead;
  readonly erase?: typeof deleteTranscription;
};
export type Mutants = Readonly<Record<string, Mutant>>;
