import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { dirname } from 'node:path';
import { functionNameOf, processIds, statOf, tryRead } from '../support/function-usage.ts';

/** The processes of a stack at one moment. */
export type Snapshot = {
  readonly atMs: number;
  readonly functions: number;
  /** The largest resident set of any function, and of the recognizing function. */
  readonly function_mb: number;
  readonly recognizer_mb: number;
  readonly function_descriptors: number;
  /** The number of files in the temporary folder of one function. */
  readonly temporary_files: number;
  /** The number of folders of functions that have ended. */
  readonly left_folders: number;
  readonly stack_mb: number;
  readonly stack_descriptors: number;
};

const residentMbOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
const descriptorsOf = (pid: number): number => tryRead(() => readdirSync(`/proc/${pid}/fd`).length) ?? 0;

const functionAt = (pid: number, stackPid: number) => {
  if (statOf(pid).parent !== stackPid) return undefined;
  const name = functionNameOf(pid);
  if (name === undefined) return undefined;
  const folder = readlinkSync(`/proc/${pid}/cwd`);
  const files = readdirSync(folder, { recursive: true }).length;
  return { name, mb: residentMbOf(pid), descriptors: descriptorsOf(pid), files, folder };
};

export const snapshotOf = (stackPid: number): Snapshot => {
  const functions = processIds().flatMap((pid) => tryRead(() => functionAt(pid, stackPid)) ?? []);
  const most = (values: readonly number[]): number => Math.round(Math.max(0, ...values));
  const folders = functions.slice(0, 1).flatMap(({ folder }) => readdirSync(dirname(folder)));
  const recognizers = functions.filter(({ name }) => name.includes('recognizechunk'));
  return {
    atMs: Date.now(),
    functions: functions.length,
    function_mb: most(functions.map(({ mb }) => mb)),
    recognizer_mb: most(recognizers.map(({ mb }) => mb)),
    function_descriptors: most(functions.map(({ descriptors }) => descriptors)),
    temporary_files: most(functions.map(({ files }) => files)),
    left_folders: Math.max(0, folders.filter((name) => name.startsWith('tmp-')).length - functions.length),
    stack_mb: Math.round(tryRead(() => residentMbOf(stackPid)) ?? 0),
    stack_descriptors: descriptorsOf(stackPid),
  };
};

type Numbers = Readonly<Record<string, number>>;

/** The mean of each number in the first and in the last quarter. */
export const quarters = (all: readonly Snapshot[]): { first: Numbers; last: Numbers } => {
  const quarter = Math.max(1, Math.floor(all.length / 4));
  const mean = (some: readonly Snapshot[]): Numbers => {
    const names = Object.keys(some[0] ?? {}).filter((name) => name !== 'atMs');
    const meanOf = (name: string): number => {
      const values = some.map((one) => new Map(Object.entries(one)).get(name) ?? 0);
      return Number((values.reduce((sum, value) => sum + value, 0) / values.length).toFixed(1));
    };
    return Object.fromEntries(names.map((name) => [name, meanOf(name)]));
  };
  return { first: mean(all.slice(0, quarter)), last: mean(all.slice(-quarter)) };
};
