import type { DeleteFileDeps } from '#lib/domain/files/delete-file.ts';
import type { Caller } from '#lib/domain/auth/caller.ts';
import { AppError } from '#lib/platform/errors.ts';
import { derivedId } from '#lib/platform/ids.ts';
import { type Mode, type Tenant, tenantOf } from '#lib/platform/tenant.ts';
import type { QueuedJob } from '#lib/domain/transcriptions/create-transcription.ts';
import type { Created } from '#lib/platform/idempotency.ts';
import type { Recording } from './audio.ts';
import { second } from './chaos.ts';
import { askDeletion, type Deletions } from './deletions.ts';
import type { Leftovers } from './leftovers.ts';
import type { Backends } from './ports.ts';
import { posted } from './posted.ts';
import { shared } from './shared.ts';
import type { Source } from './source.ts';
import { type Ending, startWorker, type Worker } from './worker.ts';

export const callerOf = (tenant: Tenant): Caller => ({ tenant, organizationId: 'org_a', keyId: 'k' });

type Ask = {
  readonly id: string;
  readonly source: object;
  readonly caller: Caller;
  readonly hints: string[];
};

type Shop = Deletions & {
  readonly backends: Backends;
  readonly leftovers: Leftovers;
  readonly create: (worker: Worker, ask: Ask) => Promise<Created<QueuedJob>>;
  readonly fileDeps: (worker: Worker) => DeleteFileDeps;
};

export type Story = {
  readonly recording: Recording;
  readonly source: Source;
  /** Ids of the jobs that were asked for. */
  readonly wanted: Set<string>;
  /** Ids of jobs whose creation was answered with 202. */
  readonly accepted: Set<string>;
};

const patience = 6;
const passing: readonly string[] = ['upload_incomplete', 'queue_limit_exceeded', 'insufficient_credits'];

const newSource = (shop: Shop, tenant: Tenant, recording: Recording): Source => {
  const kind = shop.random.pick('posted', 'posted', 'posted', 'posted', 'published', 'published', 'shared');
  if (kind === 'published') return shop.backends.web.published(recording);
  return (kind === 'posted' ? posted : shared)(shop, tenant, recording);
};

/** Asks for the transcription of one recording, until there is a clear answer; where that is allowed several times. */
export const sendCustomer = (
  shop: Shop,
  recording: Recording,
  quirks: { hints: string[]; mode: Mode },
): Story => {
  const { timeline, random } = shop;
  const caller = callerOf(tenantOf('prj_a', quirks.mode));
  const source = newSource(shop, caller.tenant, recording);
  const story: Story = { recording, source, wanted: new Set(), accepted: new Set() };

  const isFinal = (ending: Ending): boolean =>
    ending.kind === 'threw' && ending.error instanceof AppError && !passing.includes(ending.error.type);

  const changesMind = random.chance(0.4);
  const isAccepted = (id: string): void => {
    if (story.accepted.has(id)) return;
    story.accepted.add(id);
    if (changesMind) askDeletion(shop, caller, id);
  };

  const ask = (key: string, tries = patience): void => {
    const id = derivedId('ofq', [recording.source, key]);
    story.wanted.add(id);
    const ended = (ending: Ending): void => {
      if (ending.kind === 'returned') return isAccepted(id);
      if (!isFinal(ending) && tries > 1)
        timeline.in(random.between(1, 30) * second, () => ask(key, tries - 1));
    };
    startWorker(shop, { name: `api ${recording.source} ${key}`, timeoutMs: 30 * second, ended }, (worker) =>
      shop.create(worker, {
        ...{ id, source: source.named, hints: quirks.hints, caller },
      }),
    );
  };

  timeline.in(random.below(3 * second), () => ask('a'));
  if (random.chance(0.2)) timeline.in(random.below(5 * second), () => ask('a'));
  if (random.chance('file_id' in source.named ? 0.8 : 0.2))
    timeline.in(random.below(random.pick(5 * second, 5 * second, 200 * second)), () => ask('b'));
  return story;
};
