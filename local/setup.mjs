// Installs everything that is missing, then runs a script: node local/setup.mjs local/start.ts --port 8787
// Plain JavaScript, because it runs on the machine's own Node before any package is installed.
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

/** npm only has a DynamoDB for Linux x64. Scripts in cdk/ do not need it. */
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
  // Setup prints to stderr, so that stdout only has the output of the script.
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
  if (!run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error']))
    fail('npm ci failed. See its output above.');
  if (existsSync(node)) return;
  fail(
    'npm is configured to ignore install scripts, so the npm package "node" could not download the Node.js that Earshot runs on. Run `npm rebuild node --ignore-scripts=false`, then repeat this command.',
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
      'Earshot needs ffmpeg, which could not be installed automatically. Install it with `apt install ffmpeg` or `brew install ffmpeg`, then repeat this command.',
    );
  }
};

const buildSpeech = () => {
  if (!run(node, ['cdk/speech-runtime/build.ts', '--platform', platform, '--out', speechDir])) {
    fail('The speech runtime could not be built. See the output above.');
  }
};

if (Number(process.versions.node.split('.')[0]) < 20) fail('Earshot needs Node.js 20 or newer.');
if (!isSupported()) {
  fail(
    `This machine is ${platform}. Earshot runs on Linux x64. On Linux arm64 and on a Mac with Apple silicon, set EARSHOT_DYNAMODB to the URL of a DynamoDB. See README.md.`,
  );
}
installPackages();
installFfmpeg();
buildSpeech();

if (!script) process.exit(0);
const path = [bin, process.env.PATH].join(':');
const child = spawn(node, [join(root, script), ...scriptArgs], {
  // The IPC channel closes when this process ends, even if it was killed.
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  env: { ...process.env, PATH: path, EARSHOT_SPEECH_DIR: speechDir },
});
// The child stops itself. It treats a signal that arrives twice, from the terminal and from here, as one.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
// npm may be killed without forwarding a signal.
const parent = process.ppid;
setInterval(() => process.ppid === parent || child.kill('SIGTERM'), 1000).unref();
child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
