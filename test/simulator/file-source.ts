import { deleteFile, type DeleteFileDeps } from '#lib/domain/files/delete-file.ts';
import { derivedId } from '#lib/platform/ids.ts';
import { uploadKey } from '#lib/domain/uploads/upload-key.ts';
import type { Recording } from './audio.ts';
import { hour, minute, second } from './chaos.ts';
import type { Backends } from './ports.ts';
import type { Source } from './source.ts';
import { type Ending, type Setting, startWorker, type Worker } from './worker.ts';
import type { Tenant } from '#lib/platform/tenant.ts';

type Deps = Setting & {
  readonly backends: Backends;
  readonly fileDeps: (worker: Worker) => DeleteFileDeps;
};

/** A recording that is registered as a file for several jobs, and sometimes deleted while they run. */
export const fileSource = (deps: Deps, tenant: Tenant, recording: Recording): Source => {
  const { timeline, random, trace, backends, fileDeps } = deps;
  const id = derivedId('file', [recording.source]);
  const key = uploadKey({ tenant, id: recording.source });
  const body = JSON.stringify(recording);
  trace(`customer registers ${id}: ${body}`);
  backends.audio.objects.set(key, Buffer.from(body));
  backends.database.files.add({
    tenant,
    id,
    uploadId: recording.source,
    name: null,
    fingerprint: 'f',
    contentType: 'audio/mpeg',
    eTag: backends.audio.eTagOf(Buffer.from(body)),
    bytes: body.length,
    clientReferenceId: null,
    metadata: {},
    createdAt: timeline.now().toISOString(),
    expiresAt: new Date(timeline.ms() + 24 * hour).toISOString(),
  });

  let deletion: 'not requested' | 'requested' | 'answered' = 'not requested';
  const erase = (): void => {
    deletion = 'requested';
    const ended = ({ kind }: Ending): void => {
      if (kind === 'returned') deletion = 'answered';
      else timeline.in(random.between(1, 30) * second, erase);
    };
    const caller = { tenant, organizationId: 'org_a', keyId: 'k' };
    startWorker(deps, { name: `delete ${id}`, timeoutMs: 30 * second, ended }, (worker) =>
      deleteFile(fileDeps(worker), caller, id),
    );
  };
  if (random.chance(0.3)) timeline.in(random.below(random.pick(5 * second, 5 * minute, hour)), erase);

  return {
    requestField: { file_id: id },
    maxJobs: Infinity,
    varies: () => false,
    endWithoutFaults: () => (deletion === 'not requested' ? { end: 'completed', attempt: 1 } : undefined),
    allowedFailures: () => (deletion === 'not requested' ? [] : ['audio_unreadable']),
    violation: () => {
      if (deletion === 'requested') return `the deletion of ${id} is never answered`;
      const text = backends.audio.objects.get(key)?.toString();
      const expected = deletion === 'not requested' ? body : undefined;
      return text === expected ? undefined : `${id}, whose deletion was ${deletion}, contains ${text}`;
    },
  };
};
