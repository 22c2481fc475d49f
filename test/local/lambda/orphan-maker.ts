// Run by a test. Starts a function with a busy loop and a child process, and prints both pids.
import { realPool } from './bundle.ts';

const { invoke } = realPool(
  `
  if (event.ask) {
    const { spawn } = await import('node:child_process');
    globalThis.child = spawn('sleep', ['600']);
    return [process.pid, globalThis.child.pid];
  }
  for (;;);
`,
  { concurrency: 1 },
);

console.log(JSON.stringify(await invoke({ ask: true })));
await invoke();
