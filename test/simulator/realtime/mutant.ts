import type { runSession } from '#lib/domain/realtime/run-session.ts';
import type { SessionRepository } from '#lib/domain/realtime/session-repository.ts';
import type { sweepSessions } from '#lib/domain/realtime/sweep-sessions.ts';
import type { Table } from '#lib/platform/aws/table.ts';
import type { Worker } from '../worker.ts';
import type { Deps } from './ports.ts';

/** A protocol with one defect: the parts that replace the real ones. */
export type RealtimeMutant = {
  readonly table?: (table: Table) => Partial<Table>;
  readonly store?: (store: SessionRepository) => Partial<SessionRepository>;
  readonly deps?: (deps: Deps, worker: Worker) => Partial<Deps>;
  readonly run?: typeof runSession;
  readonly sweep?: typeof sweepSessions;
};
export type RealtimeMutants = Readonly<Record<string, RealtimeMutant>>;
