import { readFileSync } from 'node:fs';

/** Processor time of this process so far, in ms. */
export const processorMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

/** Processor time of the thread that runs JavaScript, in ms. Other threads compile its code and collect its garbage. */
export const threadMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};

/** Processor time of the child processes that this one waited for, in ms. */
export const childrenProcessorMs = (): number => {
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ').map(Number) ?? [];
  return 10 * ((fields[13] ?? 0) + (fields[14] ?? 0));
};
