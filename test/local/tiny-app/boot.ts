// Run and killed by tests: starts the assembly on a data folder and prints its base URL.
import { startStack } from '#local/stack.ts';

const [assemblyDir = '', dataDir] = process.argv.slice(2);
const stack = await startStack({ port: 0, dataDir, assemblyDir, speechDir: '', log: console.error });
console.log(stack.baseUrl);
