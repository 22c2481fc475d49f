// @ts-check
// Runs in a process of its own: loads a function's bundle once, then handles one event at a time.
// Plain JavaScript, because to remove types would take a third of the time in which a function starts.
import { enableCompileCache, flushCompileCache } from 'node:module';
import { pathToFileURL } from 'node:url';

const [file = '', exportName = '', arn = '', cacheDir = ''] = process.argv.slice(2);

/** @param {'ready' | import('./protocol.ts').Outcome} message */
const send = (message) => {
  process.send?.(message);
};

/** @param {unknown} error */
const failure = (error) => ({
  error: JSON.stringify(
    error instanceof Error
      ? { errorType: error.name, errorMessage: error.message, trace: (error.stack ?? '').split('\n') }
      : { errorType: typeof error, errorMessage: String(error), trace: [] },
  ),
});

/** @param {import('./protocol.ts').Invocation} invocation */
const contextOf = ({ requestId, deadline }) => ({
  awsRequestId: requestId,
  functionName: process.env['AWS_LAMBDA_FUNCTION_NAME'],
  functionVersion: '$LATEST',
  invokedFunctionArn: arn,
  memoryLimitInMB: process.env['AWS_LAMBDA_FUNCTION_MEMORY_SIZE'],
  getRemainingTimeInMillis: () => Math.max(0, deadline - Date.now()),
});

enableCompileCache(cacheDir);
const { [exportName]: handler } = await import(pathToFileURL(file).href);
process.on('message', (/** @type {import('./protocol.ts').Invocation} */ invocation) => {
  void (async () => {
    try {
      /** @type {unknown} */
      const result = await handler(JSON.parse(invocation.event), contextOf(invocation));
      send({ result: JSON.stringify(result) ?? 'null' });
    } catch (error) {
      send(failure(error));
    }
  })();
});
send('ready');
// Flushes the cache now, because a killed process cannot. The next process of the function then compiles less.
flushCompileCache();
