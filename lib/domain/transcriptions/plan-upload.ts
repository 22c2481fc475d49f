import type { UploadPlan } from '#lib/domain/uploads/upload.ts';
import { uploadHeadsKey, uploadKey } from '#lib/domain/uploads/upload-key.ts';
import type { Bucket } from '#lib/platform/aws/bucket.ts';
import { JobFailure } from '#lib/platform/errors.ts';
import { log, type LogFields } from '#lib/platform/log.ts';
import type { ByteReader } from '#lib/speech/audio/byte-reader.ts';
import type { KeptPlan, Planned } from '#lib/speech/audio/parts/plan.ts';
import type { CopySource } from './fetch-source.ts';
import type { ArrivalMessage } from './messages.ts';
import { keepHeads } from './slice-heads.ts';

export type PlanUploadDeps = {
  readonly audio: Pick<Bucket, 'put'>;
  readonly copySource: CopySource;
  readonly planParts: (file: ByteReader) => Promise<Planned>;
  /** False if other bytes arrived in the meantime. */
  readonly notePlan: (upload: Omit<ArrivalMessage, 'eTag'>, plan: UploadPlan) => Promise<boolean>;
};

/** The plan of an upload. Undefined if the bytes are gone or are not audio. The job then reports that. */
const planOf = async (
  { copySource, planParts, audio }: PlanUploadDeps,
  { eTag, ...ref }: ArrivalMessage,
): Promise<KeptPlan | undefined> => {
  try {
    const plan = await copySource({ key: uploadKey(ref), eTag }, ({ bytes }) => planParts(bytes));
    return 'slices' in plan ? await keepHeads(audio, uploadHeadsKey(ref, eTag), plan) : plan;
  } catch (error) {
    if (error instanceof JobFailure) return undefined;
    throw error;
  }
};

const outcomeOf = (plan: KeptPlan): LogFields =>
  'slices' in plan ? { parts: plan.slices.length } : { reason: plan.serially };

/** Plans how an upload is cut and stores the plan, so that its job need not read the whole upload first. */
export const planUpload = async (deps: PlanUploadDeps, arrival: ArrivalMessage): Promise<void> => {
  const { eTag, ...ref } = arrival;
  const plan = await planOf(deps, arrival);
  if (plan && (await deps.notePlan(ref, { eTag, how: plan })))
    log.info('upload.planned', { upload_id: ref.id, ...outcomeOf(plan) });
};
