import { pathToFileURL } from 'node:url';
import type { Invocation, Outcome } from './protocol.ts';

// Runs in a process of its own: loads a function's bundle once, then handles one event at a time.
const [file = '', exportName = '', arn = ''] = process.argv.slice(2);

const send = (message: 'ready' | Outcome): void => {
  process.send?.(message);
};

const failure = (error: unknown): Outcome => ({
  error: JSON.stringify(
    error instanceof Error
      ? { errorType: error.name, errorMessage: error.message, trace: (error.stack ?? '').split('\n') }
      : { errorType: typeof error, errorMessage: String(error), trace: [] },
  ),
});

const contextOf = ({ requestId, deadline }: Invocation): object => ({
  awsRequestId: requestId,
  functionName: process.env['AWS_LAMBDA_FUNCTION_NAME'],
  functionVersion: '$LATEST',
  invokedFunctionArn: arn,
  memoryLimitInMB: process.env['AWS_LAMBDA_FUNCTION_MEMORY_SIZE'],
  getRemainingTimeInMillis: () => Math.max(0, deadline - Date.now()),
});

const { [exportName]: handler } = await import(pathToFileURL(file).href);
process.on('message', (invocation: Invocation) => {
  void (async () => {
    try {
      const result: unknown = await handler(JSON.parse(invocation.event), contextOf(invocation));
      send({ result: JSON.stringify(result) ?? 'null' });
    } catch (error) {
      send(failure(error));
    }
  })();
});
send('ready');
