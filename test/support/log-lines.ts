import { onTestFinished, vi } from 'vitest';
import type { LogEvent } from '#lib/platform/log-events.ts';
import { log, openLog } from '#lib/platform/log.ts';

export type LogLine = Readonly<Record<string, unknown>> & { readonly event: string };

/** All lines that are logged until the end of the test, with the fields that the logger gets. */
export const watchLog = () => {
  const lines: LogLine[] = [];
  const note = (event: unknown, ...fields: readonly unknown[]): void => {
    lines.push(Object.assign({ event: String(event) }, ...fields));
  };
  const watched = openLog({ info: note, error: note, addContext: () => {} });
  const spies = [
    vi.spyOn(log, 'info').mockImplementation(watched.info),
    vi.spyOn(log, 'error').mockImplementation(watched.error),
  ];
  onTestFinished(() => spies.forEach((spy) => spy.mockRestore()));
  return {
    lines,
    /** The lines so far of one event. */
    of: (event: LogEvent) => lines.filter((line) => line.event === event),
  };
};
