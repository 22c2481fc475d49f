/** Measures the resource use of the functions of a local stack in this process. Reads /proc, so it needs Linux. */
import { type Dirent, readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The usage of each function. The processor time is the sum over its processes. Memory and disk are the maximum of a single
 * process.
 */
export type Usage = { cpuSeconds: number; peakRssMb: number; peakDiskBytes: number };

type Observed = Usage & { name: string };

const ticksPerSecond = 100;
const sampleMs = 200;

export const tryRead = <T>(read: () => T): T | undefined => {
  try {
    return read();
  } catch {
    // The process or file no longer exists.
    return undefined;
  }
};

/** Parses /proc/PID/stat. The process name may contain spaces. */
export const statOf = (pid: number) => {
  const [head = '', tail = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(/\) (?=\w )/);
  const fields = tail.split(' ').map(Number);
  return {
    name: head.slice(head.indexOf('(') + 1),
    parent: fields[1] ?? 0,
    // utime, stime, cutime and cstime: the process and the children it waited for.
    cpuSeconds: fields.slice(11, 15).reduce((sum, ticks) => sum + ticks, 0) / ticksPerSecond,
  };
};

/** The kernel itself keeps the maximum in VmHWM, so the sampling misses no peak. */
const peakRssMbOf = (pid: number): number =>
  Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;

export const functionNameOf = (pid: number): string | undefined =>
  /(?:^|\0)AWS_LAMBDA_FUNCTION_NAME=([^\0]+)/.exec(readFileSync(`/proc/${pid}/environ`, 'utf8'))?.[1];

const bytesIn = (folder: string): number => {
  const entries: Dirent[] = tryRead(() => readdirSync(folder, { withFileTypes: true })) ?? [];
  const sizeOf = (entry: Dirent): number => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return bytesIn(path);
    return entry.isFile() ? (tryRead(() => statSync(path).size) ?? 0) : 0;
  };
  return entries.reduce((sum, entry) => sum + sizeOf(entry), 0);
};

type Family = { readonly stackPid: number; readonly parents: ReadonlyMap<number, Observed> };

const observe = (pid: number, { stackPid, parents }: Family): Observed | undefined => {
  const { name, parent, cpuSeconds } = statOf(pid);
  if (name === 'ffmpeg' && parents.has(parent))
    // The processor time of a child counts for its parent.
    return { name, cpuSeconds: 0, peakRssMb: peakRssMbOf(pid), peakDiskBytes: 0 };
  const functionName = parent === stackPid ? functionNameOf(pid) : undefined;
  if (functionName === undefined) return undefined;
  const peakDiskBytes = bytesIn(readlinkSync(`/proc/${pid}/cwd`));
  return { name: functionName, cpuSeconds, peakRssMb: peakRssMbOf(pid), peakDiskBytes };
};

export const processIds = (): number[] => readdirSync('/proc').map(Number).filter(Number.isInteger);

type Watch = { readonly stackPid?: () => number; readonly everyMs?: number };

/** Starts sampling the functions of a stack, by default of the one in this process. */
export const observeFunctions = ({ stackPid = () => process.pid, everyMs = sampleMs }: Watch = {}) => {
  const observed = new Map<number, Observed>();
  const sample = (): void => {
    for (const pid of processIds()) {
      const now = tryRead(() => observe(pid, { stackPid: stackPid(), parents: observed }));
      if (!now) continue;
      const before = observed.get(pid) ?? now;
      // A zombie process reports no memory, so the maximum of both samples counts.
      const peakRssMb = Math.max(now.peakRssMb, before.peakRssMb);
      const peakDiskBytes = Math.max(now.peakDiskBytes, before.peakDiskBytes);
      observed.set(pid, { ...now, peakRssMb, peakDiskBytes });
    }
  };
  const timer = setInterval(sample, everyMs);
  return {
    /** The usage by function, with ffmpeg as its own entry. */
    soFar: (): ReadonlyMap<string, Usage> => {
      sample();
      return byName([...observed.values()]);
    },
    stop: (): void => clearInterval(timer),
  };
};

/** Starts sampling. The returned function stops it and returns the usage by function. */
export const watchFunctions = (): (() => ReadonlyMap<string, Usage>) => {
  const { soFar, stop } = observeFunctions();
  return () => {
    stop();
    return soFar();
  };
};

const byName = (processes: readonly Observed[]): Map<string, Usage> => {
  const usage = new Map<string, Usage>();
  for (const { name, ...one } of processes) {
    const all = usage.get(name) ?? { cpuSeconds: 0, peakRssMb: 0, peakDiskBytes: 0 };
    usage.set(name, {
      cpuSeconds: all.cpuSeconds + one.cpuSeconds,
      peakRssMb: Math.max(all.peakRssMb, one.peakRssMb),
      peakDiskBytes: Math.max(all.peakDiskBytes, one.peakDiskBytes),
    });
  }
  return usage;
};
