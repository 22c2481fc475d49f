import { type ChildProcess, fork } from 'node:child_process';
import type { Context } from 'aws-lambda';

type Handler<Event> = (event: Event, context: Context) => Promise<void>;

/** An event as the first process sends it to the others. The functions of its context cannot be sent. */
type Passed<Event> = { readonly event: Event; readonly context: Context; readonly deadlineMs: number };

/** The answer of a process. `error` is the message of its error if it failed. */
type Answer = { readonly error?: string };

const otherProcess = '--other-process';

/**
 * Makes a handler that runs each event in `count` processes at once, because one process with JavaScript and a speech
 * model uses only one processor. `file` is the bundle that calls this function. The other processes run it too. The
 * handler resolves when all processes are done, and rejects if one failed.
 */
export const inProcesses = async <Event>(
  { file, count }: { readonly file: string; readonly count: number },
  make: (process: { readonly isFirst: boolean }) => Promise<Handler<Event>>,
): Promise<Handler<Event>> => {
  if (process.argv.includes(otherProcess)) return answerFirstProcess(await make({ isFirst: false }));
  // All processes load at the same time.
  const others = Array.from({ length: count - 1 }, () => startProcess<Event>(file));
  const first = await make({ isFirst: true });
  return async (...event) => {
    const outcomes = await Promise.allSettled([first, ...others].map((handle) => handle(...event)));
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  };
};

/** A handler that sends events to a process. If the process has ended, the next event starts another one. */
const startProcess = <Event>(file: string): Handler<Event> => {
  const start = (): ChildProcess => fork(file, [otherProcess]);
  let child = start();
  return async (event, context) => {
    if (child.exitCode !== null || child.signalCode !== null) child = start();
    const deadlineMs = Date.now() + context.getRemainingTimeInMillis();
    const { error } = await answerOf(child, { event, context, deadlineMs });
    if (error !== undefined) throw new Error(error);
  };
};

const answerOf = (child: ChildProcess, passed: Passed<unknown>): Promise<Answer> =>
  new Promise((resolve) => {
    const settle = (answer: Answer): void => {
      child.off('message', settle).off('exit', ended);
      resolve(answer);
    };
    const ended = (code: number | null, signal: NodeJS.Signals | null): void =>
      settle({ error: `A process of the function ended: ${signal ?? `exit status ${code}`}.` });
    child.on('message', settle).on('exit', ended);
    // A failure to send is ignored, because the process has then ended, which `ended` reports.
    child.send(passed, () => {});
  });

const answerFirstProcess = <Event>(handle: Handler<Event>): Handler<Event> => {
  const answer = async ({ event, context, deadlineMs }: Passed<Event>): Promise<Answer> => {
    const getRemainingTimeInMillis = (): number => Math.max(0, deadlineMs - Date.now());
    try {
      await handle(event, { ...context, getRemainingTimeInMillis });
      return {};
    } catch (error) {
      return { error: error instanceof Error ? error.message : typeof error };
    }
  };
  process.on('message', (passed: Passed<Event>) => {
    void answer(passed).then((outcome) => process.send?.(outcome));
  });
  process.once('disconnect', () => process.exit());
  return handle;
};
