import { vi } from 'vitest';
import { log, type LogEvent, type LogFields, withRequest } from '#lib/platform/log.ts';

export type LogLine = LogFields & { readonly event: LogEvent };

/** Every line that is logged until `stop`, as it would be written. */
export const watchLog = () => {
  const lines: LogLine[] = [];
  const note = (event: LogEvent, fields: LogFields = {}) =>
    void lines.push({ ...withRequest(fields), event });
  const spies = [
    vi.spyOn(log, 'info').mockImplementation(note),
    vi.spyOn(log, 'error').mockImplementation((event, _error, fields) => note(event, fields)),
  ];
  return {
    lines,
    /** The lines so far of one event. */
    of: (event: LogEvent) => lines.filter((line) => line.event === event),
    stop: () => spies.forEach((spy) => spy.mockRestore()),
  };
};
