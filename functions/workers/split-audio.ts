import { liveHandler } from '#functions/deps/live-handler.ts';
import { liveSplitDeps, splitHandler } from '#functions/deps/split-handler.ts';

export { splitHandler as createHandler };

export const handler = await liveHandler(async () => splitHandler(await liveSplitDeps()));
