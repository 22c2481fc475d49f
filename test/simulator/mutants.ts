import type { TranscriptionStore } from '#lib/transcriptions/store.ts';
import type { failDead } from '#lib/transcriptions/fail-dead.ts';
import type { sweep } from '#lib/transcriptions/sweep.ts';
import type { MemoryDatabase } from '../support/memory-store.ts';
import type { Deps } from './ports.ts';

/** A protocol with one mistake in it. */
export type Mutant = {
  readonly store?: (database: MemoryDatabase) => Partial<TranscriptionStore>;
  readonly deps?: (deps: Deps, database: MemoryDatabase) => Partial<Deps>;
  readonly sweep?: typeof sweep;
  readonly failDead?: typeof failDead;
};
