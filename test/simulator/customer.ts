import type { DeleteFileDeps } from '#lib/domain/files/delete-file.ts';
import type { Caller } from '#lib/domain/auth/caller.ts';
import { AppError } from '#lib/platform/errors.ts';
import { derivedId } from '#lib/platform/ids.ts';
import { type Mode, type Tenant, tenantOf } from '#lib/platform/tenant.ts';
import type { QueuedJob } from '#lib/domain/transcriptions/create-transcription.ts';
import type { Created } from '#lib/platform/idempotency.ts';
import type { Recording } from './audio.ts';
import { callerOf } from './caller.ts';
import { second } from './chaos.ts';
import { requestDeletion, type Deletions } from './deletions.ts';
import type { Leftovers } from './leftovers.ts';
import type { Backends } from './ports.ts';
import { uploadedSource } from './uploaded-source.ts';
import { fileSource } from './file-source.ts';
import type { Source } from './source.ts';
import { type Ending, startWorker, type Worker } from './worker.ts';

type CreateRequest = {
  readonly id: string;
  readonly source: object;
  readonly caller: Caller;
  readonly hints: string[];
};

export type CustomerDeps = Deletions & {
  readonly backends: Backends;
  readonly leftovers: Leftovers;
  readonly create: (worker: Worker, ask: CreateRequest) => Promise<Created<QueuedJob>>;
  readonly fileDeps: (worker: Worker) => DeleteFileDeps;
};

export type Scenario = {
  readonly recording: Recording;
  readonly source: Source;
  /** Ids of the jobs that were requested. */
  readonly requested: Set<string>;
  /** Ids of the jobs that were accepted with 202. */
  readonly accepted: Set<string>;
};

const maxTries = 6;
const retryableErrors: readonly string[] = [
  'upload_incomplete',
  'queue_limit_exceeded',
  'insufficient_credits',
];

const newSource = (deps: CustomerDeps, tenant: Tenant, recording: Recording): Source => {
  const kind = deps.random.pick('uploaded', 'uploaded', 'uploaded', 'uploaded', 'url', 'url', 'file');
  if (kind === 'url') return deps.backends.web.urlSource(recording);
  return (kind === 'uploaded' ? uploadedSource : fileSource)(deps, tenant, recording);
};

/** Requests a transcription until it is accepted or refused for good, and sometimes several times. */
export const startCustomer = (
  deps: CustomerDeps,
  recording: Recording,
  options: { hints: string[]; mode: Mode },
): Scenario => {
  const { timeline, random } = deps;
  const caller = callerOf(tenantOf('prj_a', options.mode));
  const source = newSource(deps, caller.tenant, recording);
  const scenario: Scenario = { recording, source, requested: new Set(), accepted: new Set() };

  const isFinal = (ending: Ending): boolean =>
    ending.kind === 'threw' &&
    ending.error instanceof AppError &&
    !retryableErrors.includes(ending.error.type);

  const deletesJob = random.chance(0.4);
  const accept = (id: string): void => {
    if (scenario.accepted.has(id)) return;
    scenario.accepted.add(id);
    if (deletesJob) requestDeletion(deps, caller, id);
  };

  const ask = (key: string, tries = maxTries): void => {
    const id = derivedId('ofq', [recording.source, key]);
    scenario.requested.add(id);
    const ended = (ending: Ending): void => {
      if (ending.kind === 'returned') return accept(id);
      if (!isFinal(ending) && tries > 1)
        timeline.in(random.between(1, 30) * second, () => ask(key, tries - 1));
    };
    startWorker(deps, { name: `api ${recording.source} ${key}`, timeoutMs: 30 * second, ended }, (worker) =>
      deps.create(worker, { id, source: source.requestField, hints: options.hints, caller }),
    );
  };

  timeline.in(random.below(3 * second), () => ask('a'));
  if (random.chance(0.2)) timeline.in(random.below(5 * second), () => ask('a'));
  if (random.chance('file_id' in source.requestField ? 0.8 : 0.2))
    timeline.in(random.below(random.pick(5 * second, 5 * second, 200 * second)), () => ask('b'));
  return scenario;
};
