import type { Table } from '#lib/platform/aws/table.ts';
import type { Send } from '#lib/platform/aws/queue.ts';
import { countVariable, readConfig } from '#lib/platform/config.ts';
import { every } from '#lib/platform/every.ts';
import {
  type SharedStage,
  type StageMessage,
  stagePlaces,
  waitingPlace,
} from '#lib/platform/limits/stage-places.ts';
import { livePlaceDeps } from '#lib/platform/limits/take-places.ts';
import type { PlaceDeps } from '#lib/platform/queue/hold-place.ts';

/** How many workers of a stage one project may have at once. */
const liveShare: Readonly<Record<SharedStage, () => number>> = {
  fetch: () => readConfig({ FETCH_SHARE: countVariable }).FETCH_SHARE,
  split: () => readConfig({ SPLIT_SHARE: countVariable }).SPLIT_SHARE,
  finish: () => readConfig({ FINISH_SHARE: countVariable }).FINISH_SHARE,
};

/** What `holdPlace` needs at a stage, whose queue is `send`. */
export const liveStage = <Message extends StageMessage>(
  table: Pick<Table, 'update'>,
  stage: SharedStage,
  send: Send<Message>,
): PlaceDeps<Message> => {
  const places = livePlaceDeps(table);
  return {
    takePlace: stagePlaces(places, stage, liveShare[stage]()),
    mayWait: waitingPlace(places, stage),
    send,
    random: Math.random,
    every,
  };
};
