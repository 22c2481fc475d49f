import type { StageMessage } from '#lib/platform/limits/stage-permits.ts';
import { holdPermit, type PermitDeps } from '#lib/platform/queue/hold-permit.ts';
import { messageOf } from '#lib/platform/queue/record.ts';
import { runRecord } from './run-record.ts';

/** Runs a message as the function of its stage does: while its project holds a permit there, or not now. */
export const whileHoldingPermit = async <Message extends StageMessage>(
  deps: PermitDeps<Message>,
  message: Message,
  run: (message: Message) => Promise<void>,
): Promise<void> => {
  await runRecord(holdPermit(deps), { message }, (record) => run(messageOf(record)));
};
