// Makes a fresh clone ready, then runs the script named first: node local/setup.mjs local/start.ts --port 8787
// Plain JavaScript, because it runs on the machine's own Node, before anything is installed.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const bin = join(root, 'node_modules', '.bin');
const node = join(bin, 'node');
const speechDir = join(root, '.local', 'speech');

const platform = `${process.platform}-${process.arch}`;
const [script, ...scriptArgs] = process.argv.slice(2);

/** What only deploys needs no DynamoDB on this machine, and npm has one for Linux x64 alone. */
const isSupported = () => {
  const isDeploying = !script || script.startsWith('cdk/');
  if (platform === 'linux-x64') return true;
  return ['linux-arm64', 'darwin-arm64'].includes(platform) && (isDeploying || process.env.EARSHOT_DYNAMODB);
};

const fail = (message) => {
  console.error(`\n${message}`);
  process.exit(1);
};

const run = (command, args) => {
  // What set-up prints goes to stderr, so that the script's own output stays clean.
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: ['ignore', 2, 2] });
  return !error && status === 0;
};

const has = (command) => !spawnSync(command, ['-version'], { stdio: 'ignore' }).error;

const installPackages = () => {
  const lock = join(root, 'package-lock.json');
  const installed = join(root, 'node_modules', '.package-lock.json');
  if (existsSync(node) && existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs)
    return;
  console.error('Installing packages…');
  if (!run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'])) fail('npm ci failed; see above.');
  if (existsSync(node)) return;
  fail(
    'The npm package "node" was installed without its install script, which fetches the Node.js that Earshot runs on: npm is set to ignore scripts. Run `npm rebuild node --ignore-scripts=false`, then this command again.',
  );
};

const installFfmpeg = () => {
  if (has('ffmpeg')) return;
  console.error('Installing ffmpeg…');
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  const apt = (...args) => run([...sudo, 'apt-get'][0], [...sudo, 'apt-get'].slice(1).concat(args));
  const installed =
    process.platform === 'darwin'
      ? run('brew', ['install', 'ffmpeg'])
      : apt('update', '-qq') && apt('install', '-y', '-qq', '--no-install-recommends', 'ffmpeg');
  if (!installed || !has('ffmpeg')) {
    fail(
      'Earshot decodes audio with ffmpeg, which could not be installed. Install it (apt install ffmpeg, brew install ffmpeg) and try again.',
    );
  }
};

const buildSpeech = () => {
  if (!run(node, ['cdk/speech-runtime/build.ts', '--platform', platform, '--out', speechDir])) {
    fail('The speech runtime could not be built; see above.');
  }
};

if (Number(process.versions.node.split('.')[0]) < 20) fail('Earshot needs Node.js 20 or newer.');
if (!isSupported()) {
  fail(
    `Earshot runs on Linux x64. On Linux arm64 and on a Mac with Apple silicon it needs EARSHOT_DYNAMODB, the URL of a DynamoDB; see README.md. This machine is ${platform}.`,
  );
}
installPackages();
installFfmpeg();
buildSpeech();

if (!script) process.exit(0);
const path = [bin, process.env.PATH].join(':');
const child = spawn(node, [join(root, script), ...scriptArgs], {
  // The channel tells the child when we are gone, however we went.
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  env: { ...process.env, PATH: path, EARSHOT_SPEECH_DIR: speechDir },
});
// The child decides when to stop; it takes a signal that comes twice, from the terminal and from us, for one.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
// npm may be killed without a chance to pass it on.
const parent = process.ppid;
setInterval(() => process.ppid === parent || child.kill('SIGTERM'), 1000).unref();
child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
