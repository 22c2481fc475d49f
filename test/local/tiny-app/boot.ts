// Run by a test, to be killed by it: boots the assembly on a data folder and prints where it listens.
import { startStack } from '#local/stack.ts';

const [assemblyDir = '', dataDir] = process.argv.slice(2);
const stack = await startStack({ port: 0, dataDir, assemblyDir, speechDir: '', log: console.error });
console.log(stack.baseUrl);
