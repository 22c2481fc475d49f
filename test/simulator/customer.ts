import type { Caller } from '#lib/auth/caller.ts';
import { AppError } from '#lib/errors.ts';
import { derivedId } from '#lib/ids.ts';
import type { Created } from '#lib/transcriptions/create-transcription.ts';
import { receiveUpload } from '#lib/uploads/receive-upload.ts';
import { uploadKey } from '#lib/uploads/upload-key.ts';
import { anUpload } from '../support/transcription.ts';
import type { Recording } from './audio.ts';
import { minute, second } from './chaos.ts';
import { askDeletion, type Deletions } from './deletions.ts';
import type { Backends } from './ports.ts';
import type { Leftovers } from './leftovers.ts';
import { uploadTable } from './upload-table.ts';
import { type Ending, startWorker, type Worker } from './worker.ts';

export const caller: Caller = { projectId: 'prj_a', keyId: 'k', testMode: false };

type Ask = {
  readonly id: string;
  readonly uploadId: string;
  readonly caller: Caller;
  readonly hints: string[];
};

type Shop = Deletions & {
  readonly backends: Backends;
  readonly leftovers: Leftovers;
  readonly create: (worker: Worker, ask: Ask) => Promise<Created>;
};

export type Story = {
  readonly recording: Recording;
  /** Ids of jobs whose creation was answered with 202. */
  readonly accepted: Set<string>;
  /** When other bytes were sent under the same grant. */
  replacedAt: number | undefined;
};

const patience = 6;
const passing: readonly string[] = ['upload_incomplete', 'queue_limit_exceeded'];

/** Uploads one file, perhaps twice, and asks for its transcription until there is a clear answer. */
export const sendCustomer = (
  shop: Shop,
  recording: Recording,
  quirks: { hints: string[]; testMode: boolean },
): Story => {
  const { timeline, random, chaos, trace, backends, leftovers } = shop;
  const { uploadId } = recording;
  const ref = { projectId: caller.projectId, id: uploadId };
  const story: Story = { recording, accepted: new Set(), replacedAt: undefined };
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

  /** S3 tells of each object at least once, in any order; Lambda tries twice more. */
  const notify = (eTag: string, bytes: number, uploadedAt: Date, tries = 3): void => {
    const ended = ({ kind }: Ending) => {
      if (kind !== 'returned' && tries > 1)
        timeline.in(minute, () => notify(eTag, bytes, uploadedAt, tries - 1));
    };
    startWorker(shop, { name: `event ${uploadId}`, timeoutMs: 30 * second, ended }, (worker) =>
      receiveUpload(
        { table: uploadTable(backends.database, worker) },
        {
          eventTime: uploadedAt.toISOString(),
          s3: { object: { key: uploadKey(ref), size: bytes, eTag: eTag.replaceAll('"', '') } },
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
      const late = chaos.strikes('lateMessages', timeline.ms()) ? 5 * minute : second;
      timeline.in(random.below(late), () => notify(object.eTag, object.bytes, uploadedAt));
    }
  };
  const postIn = (delayMs: number, body: Recording): void =>
    timeline.in(delayMs, () => {
      timeline.touch();
      void post(body);
    });

  const isFinal = (ending: Ending): boolean =>
    ending.kind === 'threw' && ending.error instanceof AppError && !passing.includes(ending.error.type);

  const changesMind = random.chance(0.4);
  const isAccepted = (id: string): void => {
    if (story.accepted.has(id)) return;
    story.accepted.add(id);
    if (changesMind) askDeletion(shop, caller, id);
  };

  const ask = (key: string, tries = patience): void => {
    const id = derivedId('ofq', [uploadId, key]);
    const ended = (ending: Ending): void => {
      if (ending.kind === 'returned') return isAccepted(id);
      if (!isFinal(ending) && tries > 1)
        timeline.in(random.between(1, 30) * second, () => ask(key, tries - 1));
    };
    startWorker(shop, { name: `api ${uploadId} ${key}`, timeoutMs: 30 * second, ended }, (worker) =>
      shop.create(worker, {
        id,
        uploadId,
        caller: { ...caller, testMode: quirks.testMode },
        hints: quirks.hints,
      }),
    );
  };

  postIn(random.below(2 * second), recording);
  if (random.chance(0.15)) {
    const chunks = random.pick(recording.chunks, recording.chunks, recording.chunks + 1);
    const delayMs = random.below(random.pick(3 * second, 14 * minute));
    if (chunks !== recording.chunks) story.replacedAt = timeline.ms() + delayMs;
    postIn(delayMs, { ...recording, chunks });
  }
  timeline.in(random.below(3 * second), () => ask('a'));
  if (random.chance(0.2)) timeline.in(random.below(5 * second), () => ask('a'));
  if (random.chance(0.2)) timeline.in(random.below(5 * second), () => ask('b'));
  return story;
};
