/** What the functions of a local stack in this process use. Reads /proc, so it needs Linux. */
import { type Dirent, readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Of all processes of one function together; of memory and disk the most that one process held. */
export type Usage = { cpuSeconds: number; peakRssMb: number; peakDiskBytes: number };

type Seen = Usage & { name: string };

const ticksPerSecond = 100;
const sampleMs = 200;

const orNothing = <T>(read: () => T): T | undefined => {
  try {
    return read();
  } catch {
    // The process or file is gone.
    return undefined;
  }
};

/** Fields of /proc/PID/stat after the name, which may hold spaces. */
const statOf = (pid: number) => {
  const [head = '', tail = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(/\) (?=\w )/);
  const fields = tail.split(' ').map(Number);
  return {
    name: head.slice(head.indexOf('(') + 1),
    parent: fields[1] ?? 0,
    // Its own, and that of the children it has waited for.
    cpuSeconds: fields.slice(11, 15).reduce((sum, ticks) => sum + ticks, 0) / ticksPerSecond,
  };
};

/** The kernel keeps the highest resident set, so that no peak between two samples is missed. */
const peakRssMbOf = (pid: number): number =>
  Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;

const functionNameOf = (pid: number): string | undefined =>
  /(?:^|\0)AWS_LAMBDA_FUNCTION_NAME=([^\0]+)/.exec(readFileSync(`/proc/${pid}/environ`, 'utf8'))?.[1];

const bytesIn = (folder: string): number => {
  const entries: Dirent[] = orNothing(() => readdirSync(folder, { withFileTypes: true })) ?? [];
  const sizeOf = (entry: Dirent): number => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return bytesIn(path);
    return entry.isFile() ? (orNothing(() => statSync(path).size) ?? 0) : 0;
  };
  return entries.reduce((sum, entry) => sum + sizeOf(entry), 0);
};

const observe = (pid: number, parents: ReadonlyMap<number, Seen>): Seen | undefined => {
  const { name, parent, cpuSeconds } = statOf(pid);
  if (name === 'ffmpeg' && parents.has(parent))
    // Whoever started it counts its time.
    return { name, cpuSeconds: 0, peakRssMb: peakRssMbOf(pid), peakDiskBytes: 0 };
  const functionName = parent === process.pid ? functionNameOf(pid) : undefined;
  if (functionName === undefined) return undefined;
  const peakDiskBytes = bytesIn(readlinkSync(`/proc/${pid}/cwd`));
  return { name: functionName, cpuSeconds, peakRssMb: peakRssMbOf(pid), peakDiskBytes };
};

const processIds = (): number[] => readdirSync('/proc').map(Number).filter(Number.isInteger);

/** Watches until the returned function is called, which tells the usage by function, ffmpeg apart. */
export const watchFunctions = (): (() => ReadonlyMap<string, Usage>) => {
  const seen = new Map<number, Seen>();
  const sample = (): void => {
    for (const pid of processIds()) {
      const now = orNothing(() => observe(pid, seen));
      if (!now) continue;
      const before = seen.get(pid) ?? now;
      // One that has ended but was not waited for yet has no memory any more.
      const peakRssMb = Math.max(now.peakRssMb, before.peakRssMb);
      const peakDiskBytes = Math.max(now.peakDiskBytes, before.peakDiskBytes);
      seen.set(pid, { ...now, peakRssMb, peakDiskBytes });
    }
  };
  const timer = setInterval(sample, sampleMs);
  return () => {
    clearInterval(timer);
    sample();
    return byName([...seen.values()]);
  };
};

const byName = (processes: readonly Seen[]): Map<string, Usage> => {
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
