// Installs everything that is missing, then runs a script: node local/setup.mjs local/start.ts --port 8787
// Plain JavaScript, because it runs on the machine's own Node before any package is installed.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { planSetup, scriptsIgnored } from './setup/plan.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const bin = join(root, 'node_modules', '.bin');
const node = join(bin, 'node');
const speechDir = join(root, '.local', 'speech');
const dynamodbDir = join(root, '.local', 'dynamodb');
const platform = `${process.platform}-${process.arch}`;
const [script, ...scriptArgs] = process.argv.slice(2);

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
const printed = (command, args) => spawnSync(command, args, { cwd: root, encoding: 'utf8' }).stdout?.trim();

// NODE_ENV=production and the user's npm settings would omit some packages.
const everyPackage = ['--include=dev', '--include=optional'];

/** The missing npm packages: all, none, or only the Node.js that an install script downloads. */
const lackingPackages = () => {
  const lock = join(root, 'package-lock.json');
  const installed = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(installed) || statSync(installed).mtimeMs < statSync(lock).mtimeMs) return 'all';
  if (!existsSync(node)) return 'node';
  // A dev container on a Mac shares this folder with the Mac, where another Node.js was installed.
  return spawnSync(node, ['--version'], { stdio: 'ignore' }).status === 0 ? 'none' : 'all';
};

const contentOf = (...path) => {
  const file = join(...path);
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
};

/** The path of Java is checked too, because an upgrade may have moved Java. */
const lacksDynamoDbLocal = () =>
  contentOf(dynamodbDir, 'pom.xml') !== contentOf(root, 'local/dynamodb/pom.xml') ||
  !existsSync(contentOf(dynamodbDir, 'java') ?? '');

const isRoot = process.getuid?.() === 0;
const lacks = {
  packages: lackingPackages(),
  dynamodbLocal: lacksDynamoDbLocal(),
  speech: !existsSync(join(speechDir, 'manifest.json')),
};
const plan = planSetup({
  platform,
  folder: root,
  nodeVersion: process.versions.node,
  script: script ?? '',
  dynamodb: process.env.EARSHOT_DYNAMODB,
  lacks,
  has,
  isRoot,
  isAdministrator: () => isRoot || spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status === 0,
  ignoresScripts: () => printed('npm', ['config', 'get', 'ignore-scripts']) === 'true',
});
if ('refusal' in plan) fail(plan.refusal);
if (plan.announcement) console.error(plan.announcement);
for (const [program, ...args] of plan.commands)
  if (!run(program, args)) fail(`\`${[program, ...args].join(' ')}\` failed. See its output above.`);
if (
  lacks.packages === 'all' &&
  !run('npm', ['ci', ...everyPackage, '--no-audit', '--no-fund', '--loglevel=error'])
)
  fail('npm ci failed. See its output above.');
if (lacks.packages === 'node' && !run('npm', ['rebuild', 'node', '--loglevel=error']))
  fail('`npm rebuild node` failed. See its output above.');
if (!existsSync(node)) fail(scriptsIgnored);
if (plan.dynamodbLocal && !run(node, ['local/dynamodb/install.ts', dynamodbDir]))
  fail('DynamoDB Local could not be installed. See the output above.');
if (!run(node, ['cdk/speech-runtime/build.ts', '--platform', platform, '--out', speechDir]))
  fail('The speech runtime could not be built. See the output above.');

if (!script) process.exit(0);
const path = [bin, process.env.PATH].join(':');
const { NO_PROXY, no_proxy: noProxy = NO_PROXY } = process.env;
// The parts of the service talk to each other on this machine, which a proxy would not reach.
const direct = [noProxy, '127.0.0.1', 'localhost'].filter(Boolean).join();
const child = spawn(node, [join(root, script), ...scriptArgs], {
  // The IPC channel closes when this process ends, even if it was killed.
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  env: { ...process.env, PATH: path, NO_PROXY: direct, no_proxy: direct, EARSHOT_SPEECH_DIR: speechDir },
});
// The child stops itself. It treats a signal that arrives twice, from the terminal and from here, as one.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
// npm may be killed without forwarding a signal.
const parent = process.ppid;
setInterval(() => process.ppid === parent || child.kill('SIGTERM'), 1000).unref();
child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
