import type { Send } from '#lib/platform/aws/queue.ts';
import { log } from '#lib/platform/log.ts';
import type { LatePartsMessage, SplitMessage } from './messages.ts';
import { missingParts } from './parts.ts';
import { maxLateCheckMs } from './timing.ts';
import type { TranscriptionRepository } from './transcription-repository.ts';
import { currentParts, partsOfAttempt } from './current-parts.ts';
import type { Transcription } from './transcription.ts';

export type LatePartsDeps = {
  readonly store: Pick<TranscriptionRepository, 'find'>;
  readonly sendSplit: Send<SplitMessage>;
  readonly now: () => Date;
};

/** If more than this share is missing, no part is late: there are too few workers, and more messages would not help. */
const maxLateShare = 0.1;

/**
 * When half of the parts are cut, schedules a check for late parts. The check comes after the same time again, so after
 * twice the median. Called by the worker that recorded a part.
 */
export const scheduleLateCheck = async (
  { sendSplit, now }: LatePartsDeps,
  job: Transcription,
): Promise<void> => {
  const parts = currentParts(job);
  if (!parts || missingParts(parts).length !== Math.floor(parts.count / 2)) return;
  const { tenant, id, attempt } = job;
  const medianMs = now().getTime() - Date.parse(parts.plannedAt);
  await sendSplit({ tenant, id, attempt, lateParts: true }, Math.min(medianMs, maxLateCheckMs));
};

/** Sends again the messages of the few parts that are still missing. The first worker that records a part counts. */
export const resendLateParts = async (
  { store, sendSplit }: LatePartsDeps,
  { tenant, id, attempt }: LatePartsMessage,
): Promise<void> => {
  const parts = partsOfAttempt(await store.find({ tenant, id }), { attempt });
  if (!parts) return;
  const late = missingParts(parts);
  if (late.length === 0 || late.length > Math.max(1, maxLateShare * parts.count)) return;
  log.info('transcription.parts_late', { transcription_id: id, parts: late.length });
  await Promise.all(late.map((part) => sendSplit({ tenant, id, attempt, part })));
};
