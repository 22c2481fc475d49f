import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { components } from './components.ts';

const cpus = { arm64: 'aarch64', x64: 'x86_64' } as const;
type Architecture = keyof typeof cpus;

const script = join(import.meta.dirname, 'build.sh');

// x86asm needs an extra assembler, and x64 builds are for experiments only.
const disabled = 'everything network autodetect iconv avdevice swscale doc debug x86asm'.split(' ');
const options = [
  ...disabled.map((part) => `--disable-${part}`),
  ...Object.entries(components).map(([kind, names]) => `--enable-${kind}=${names.join(',')}`),
];

/** A fingerprint of the build script and its options. It changes when the same source would give another program. */
export const ffmpegRecipe = async (): Promise<string> =>
  createHash('sha256')
    .update(await readFile(script))
    .update(options.join())
    .digest('hex');

/** Builds a static ffmpeg for Linux with `components` only into the folder `to`. Takes minutes. */
export const buildFfmpeg = async (architecture: Architecture, to: string): Promise<void> => {
  await mkdir(to, { recursive: true });
  const cpu = cpus[architecture];
  const docker = ['run', '--rm', '-v', `${script}:/build.sh:ro`, '-v', `${to}:/out`, 'debian:12'];
  const [command, args] = (await isDebian())
    ? ['sh', [script, cpu, to]]
    : ['docker', [...docker, 'sh', '/build.sh', cpu, '/out']];
  const [status] = await once(spawn(command, [...args, ...options], { stdio: ['ignore', 2, 2] }), 'close');
  if (status !== 0)
    throw new Error(
      `ffmpeg could not be built: ${command} exited with status ${status}. See its output above.`,
    );
};

/** The script needs Debian's package sources. Ubuntu has different ones. */
const isDebian = async (): Promise<boolean> =>
  /^ID="?debian"?$/m.test(await readFile('/etc/os-release', 'utf8').catch(() => ''));
