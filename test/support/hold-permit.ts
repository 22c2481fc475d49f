import type { StageMessage } from '#lib/platform/limits/stage-permits.ts';
import { holdPermit, type StagePermitDeps } from '#lib/platform/queue/hold-permit.ts';
import { messageOf } from '#lib/platform/queue/record.ts';
import { runRecord } from './run-record.ts';

/**
 * Runs a message like the function of its stage: with a permit of its project if the message needs one. Without a free permit,
 * the message runs later.
 */
export const whileHoldingPermit = async <Message extends StageMessage>(
  {
    needsPermit,
    ...deps
  }: StagePermitDeps<Message> & {
    readonly needsPermit?: ((message: Message) => Promise<boolean>) | undefined;
  },
  message: Message,
  run: (message: Message) => Promise<void>,
): Promise<void> => {
  await runRecord(holdPermit(deps, needsPermit), { message }, (record) => run(messageOf(record)));
};
