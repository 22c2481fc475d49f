import { expect, test } from 'vitest';
import { startServer } from '#local/processes/start-server.ts';

const program = (script: string) => () => ({ command: ['/bin/sh', '-c', script] });

test('a program that ends before it answers is reported with its output', async () => {
  await expect(startServer(program('echo broken; exit 3'))).rejects.toThrow(/did not start\.\nbroken/);
});

test('a program that never answers is killed at the deadline and reported with its output', async () => {
  const started = startServer(program('echo waiting for $$; exec sleep 600'), 500);
  await expect(started).rejects.toThrow(/^\/bin\/sh did not answer within 0\.5 s\.\nwaiting for \d+/);
});
