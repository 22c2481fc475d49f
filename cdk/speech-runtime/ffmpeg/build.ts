import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import * as z from 'zod';
import { components } from './components.ts';

const cpus = { arm64: 'aarch64', x64: 'x86_64' } as const;
type Architecture = keyof typeof cpus;

const script = join(import.meta.dirname, 'build.sh');

// x86asm would need an extra assembler, and x64 builds are only for experiments.
const disabled = 'everything network autodetect iconv avdevice swscale doc debug x86asm'.split(' ');
const options = [
  ...disabled.map((part) => `--disable-${part}`),
  ...Object.entries(components).map(([kind, names]) => `--enable-${kind}=${names.join(',')}`),
];

/** A fingerprint of the build script and its options. It changes when the same source would produce another program. */
export const ffmpegRecipe = async (): Promise<string> =>
  createHash('sha256')
    .update(await readFile(script))
    .update(options.join())
    .digest('hex');

/** The versions of Debian's source, of the compiler, and of the linked libc. */
export const FfmpegVersions = z.object({ ffmpeg: z.string(), glibc: z.string(), gcc: z.string() });
export type FfmpegVersions = z.infer<typeof FfmpegVersions>;

/** Runs the script, in Docker if this machine does not run Debian. Returns the output. */
const runScript = async (args: readonly string[], to: string): Promise<string> => {
  const docker = ['run', '--rm', '-v', `${script}:/build.sh:ro`, '-v', `${to}:/out`, 'debian:12'];
  const [command, all] = (await isDebian())
    ? ['sh', [script, to, ...args]]
    : ['docker', [...docker, 'sh', '/build.sh', '/out', ...args]];
  const child = spawn(command, all, { stdio: ['ignore', 'pipe', 'inherit'] });
  const [output, [status]] = await Promise.all([text(child.stdout), once(child, 'close')]);
  if (status !== 0) throw new Error(`${command} exited with status ${status}. See its output above.`);
  return output;
};

/** Builds a static ffmpeg for Linux that has only `components`, into the folder `to`. Takes minutes. */
export const buildFfmpeg = async (architecture: Architecture, to: string): Promise<FfmpegVersions> => {
  await mkdir(to, { recursive: true });
  return FfmpegVersions.parse(JSON.parse(await runScript(['build', cpus[architecture], ...options], to)));
};

/** The version that Debian currently publishes. Undefined if Debian cannot be reached. */
export const newestFfmpeg = async (): Promise<string | undefined> => {
  try {
    return (await runScript(['newest'], tmpdir())).trim() || undefined;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return undefined;
  }
};

/** The script needs Debian's package sources. Ubuntu has different ones. */
const isDebian = async (): Promise<boolean> =>
  /^ID="?debian"?$/m.test(await readFile('/etc/os-release', 'utf8').catch(() => ''));
