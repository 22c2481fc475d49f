import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ffmpegUnderTest } from './speech.ts';

const trace = ['-f', '--seccomp-bpf', '-qq', '-e', 'trace=%network,open,openat,creat,execve'];
/** Without strace, or without permission to trace, opened files are not checked. */
export const canTrace = spawnSync('strace', [...trace, '-o', '/dev/null', 'true']).status === 0;

const ofTheSystem = /^\/(lib|lib64|usr|etc|proc|sys|dev|opt)\//;

/** ffmpeg traced by strace, with the calls that a decoder does not need. */
export const watchedFfmpeg = (folder: string) => {
  const log = join(folder, 'strace.log');
  const command = canTrace ? `strace ${trace.join(' ')} -o ${log} ${ffmpegUnderTest}` : ffmpegUnderTest;
  const program = (name: string, before = ''): string => {
    const file = join(folder, name);
    writeFileSync(file, `#!/bin/sh\n${before}exec ${command} "$@"\n`, { mode: 0o755 });
    return file;
  };
  /** Sockets, writes, foreign files and other programs since the last call. */
  const misdeeds = (): string[] => {
    if (!existsSync(log)) return [];
    const calls = readFileSync(log, 'utf8').split('\n');
    rmSync(log);
    return calls.filter((call) => {
      if (/ (socket|connect|bind|sendto|listen)\(/.test(call)) return true;
      if (call.includes(' execve(')) return calls.indexOf(call) > 0;
      const [, file = './in', mode = ''] = / (?:open|openat|creat)\([^"]*"([^"]*)"(.*)/.exec(call) ?? [];
      return /O_WRONLY|O_RDWR|O_CREAT/.test(mode) || (file !== './in' && !ofTheSystem.test(file));
    });
  };
  return {
    path: program('watched-ffmpeg'),
    /** The same without a limit of processor time, for tests that must not depend on the machine. */
    unhurried: program('unhurried-ffmpeg', 'ulimit -S -t unlimited\n'),
    misdeeds,
  };
};

/** The peak memory in bytes of any child process, sampled every 20 ms. */
export const watchMemory = () => {
  let peak = 0;
  const below = (pid: string): string[] => {
    const children = readIfThere(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean);
    return children.flatMap((child) => [child, ...below(child)]);
  };
  const look = (): void => {
    for (const pid of below(String(process.pid))) {
      const [, kib = '0'] = /VmHWM:\s+(\d+)/.exec(readIfThere(`/proc/${pid}/status`)) ?? [];
      peak = Math.max(peak, Number(kib) * 1024);
    }
  };
  const timer = setInterval(look, 20);
  return { peak: () => peak, stop: () => clearInterval(timer) };
};

const readIfThere = (file: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
};
