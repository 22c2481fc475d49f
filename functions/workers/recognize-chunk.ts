import { chunkHandler, liveChunkDeps, liveHelper } from '#functions/deps/chunk-handler.ts';
import { liveHandler } from '#functions/deps/live-handler.ts';
import { readConfig, textVariable } from '#lib/platform/config.ts';

export { chunkHandler as createHandler };

export const handler = await liveHandler(async () => {
  const { RECOGNIZE_WAITING_FUNCTION: helper } = readConfig({
    RECOGNIZE_WAITING_FUNCTION: textVariable.optional(),
  });
  return chunkHandler({ ...(await liveChunkDeps()), callHelper: helper ? liveHelper(helper) : undefined });
});
