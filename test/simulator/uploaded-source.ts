import { receiveUpload } from '#lib/domain/uploads/receive-upload.ts';
import { uploadKey } from '#lib/domain/uploads/upload-key.ts';
import { anUpload } from '../support/transcription.ts';
import type { Recording } from './audio.ts';
import { minute, second } from './chaos.ts';
import type { Leftovers } from './leftovers.ts';
import type { Backends } from './ports.ts';
import type { Source } from './source.ts';
import { uploadTable } from './upload-table.ts';
import { type Ending, type Setting, startWorker } from './worker.ts';
import type { Tenant } from '#lib/platform/tenant.ts';

type Deps = Setting & { readonly backends: Backends; readonly leftovers: Leftovers };

/** A recording that is uploaded for one job, sometimes twice, and sometimes with different bytes the second time. */
export const uploadedSource = (deps: Deps, tenant: Tenant, recording: Recording): Source => {
  const { timeline, random, chaos, trace, backends, leftovers } = deps;
  const { source: uploadId } = recording;
  const ref = { tenant, id: uploadId };
  const at = timeline.now().toISOString();
  const {
    uploadedAt: _at,
    eTag: _eTag,
    bytes: _bytes,
    ...grant
  } = anUpload({ id: uploadId, status: 'issued' });
  backends.database.uploads.add({
    ...grant,
    createdAt: at,
    expiresAt: new Date(timeline.ms() + 15 * minute).toISOString(),
  });

  /** Large uploads are planned when they arrive. */
  const scale = random.pick(1, 1_000_000);

  /** S3 sends each event at least once, in any order, and Lambda retries twice. */
  const notify = (eTag: string, bytes: number, uploadedAt: Date, tries = 3): void => {
    const ended = ({ kind }: Ending) => {
      if (kind !== 'returned' && tries > 1)
        timeline.in(minute, () => notify(eTag, bytes, uploadedAt, tries - 1));
    };
    startWorker(deps, { name: `event ${uploadId}`, timeoutMs: 30 * second, ended }, (worker) =>
      receiveUpload(
        {
          table: uploadTable(backends.database, worker),
          sendArrival: (arrived) =>
            worker.call('sqs', 'send arrival', async () => backends.sendSplit(arrived)),
        },
        {
          eventTime: uploadedAt.toISOString(),
          s3: { object: { key: uploadKey(ref), size: bytes * scale, eTag: eTag.replaceAll('"', '') } },
        },
      ),
    );
  };

  const post = async (body: Recording): Promise<void> => {
    const uploadedAt = timeline.now();
    trace(`customer posts ${uploadId}: ${JSON.stringify(body)}`);
    leftovers.posted(uploadKey(ref));
    await backends.audio.put(uploadKey(ref), JSON.stringify(body), 'audio/mpeg');
    const object = await backends.audio.head(uploadKey(ref));
    if (!object) return;
    for (let copies = random.pick(1, 1, 2); copies > 0; copies -= 1) {
      const late = chaos.occurs('lateMessages', timeline.ms()) ? 5 * minute : second;
      timeline.in(random.below(late), () => notify(object.eTag, object.bytes, uploadedAt));
    }
  };
  const postIn = (delayMs: number, body: Recording): void =>
    timeline.in(delayMs, () => {
      timeline.markReady();
      void post(body);
    });

  let replaced = false;
  postIn(random.below(2 * second), recording);
  if (random.chance(0.15)) {
    const chunks = random.pick(recording.chunks, recording.chunks, recording.chunks + 1);
    replaced = chunks !== recording.chunks;
    postIn(random.below(random.pick(3 * second, 14 * minute)), { ...recording, chunks });
  }
  return {
    requestField: { upload_id: uploadId },
    maxJobs: 1,
    varies: () => replaced,
    endWithoutFaults: () => (replaced ? undefined : { end: 'completed', attempt: 1 }),
    allowedFailures: () => (replaced ? ['audio_unreadable'] : []),
    violation: () => undefined,
  };
};
