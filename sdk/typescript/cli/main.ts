#!/usr/bin/env node
import { run } from './command.ts';
import { openPrompt } from './prompt.ts';
import { terminalOf } from './terminal.ts';

const interrupt = new AbortController();
process.once('SIGINT', () => interrupt.abort());
// The reader of a pipe, such as `head`, has closed it.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});
process.exitCode = await run(process.argv.slice(2), {
  variables: process.env,
  terminal: terminalOf(process.stdout, process.stderr),
  prompt: () => openPrompt(process.stdin, process.stderr),
  signal: interrupt.signal,
});
