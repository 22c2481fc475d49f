import type { Table } from '#lib/platform/aws/table.ts';
import type { Send } from '#lib/platform/aws/queue.ts';
import { countVariable, readConfig } from '#lib/platform/config.ts';
import { every } from '#lib/platform/every.ts';
import {
  type SharedStage,
  type StageMessage,
  stagePermits,
  waitingPermit,
} from '#lib/platform/limits/stage-permits.ts';
import { livePermitDeps } from '#lib/platform/limits/acquire-permits.ts';
import type { StagePermitDeps } from '#lib/platform/queue/hold-permit.ts';

/** How many workers of a stage one project may have at once. */
const liveShare: Readonly<Record<SharedStage, () => number>> = {
  fetch: () => readConfig({ FETCH_SHARE: countVariable }).FETCH_SHARE,
  split: () => readConfig({ SPLIT_SHARE: countVariable }).SPLIT_SHARE,
  finish: () => readConfig({ FINISH_SHARE: countVariable }).FINISH_SHARE,
};

/** Dependencies of `holdPermit` for a stage. `send` sends to the queue of that stage. */
export const liveStage = <Message extends StageMessage>(
  table: Pick<Table, 'update'>,
  stage: SharedStage,
  send: Send<Message>,
): StagePermitDeps<Message> => {
  const permits = livePermitDeps(table);
  return {
    acquirePermit: stagePermits(permits, stage, liveShare[stage]()),
    mayWait: waitingPermit(permits, stage),
    send,
    random: Math.random,
    every,
  };
};
