import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { speechDir } from './local-service.ts';

/** The service in its own process, like `npm start`, so that tests can kill it. */
export const serviceProcess = (dataDir: string, port = 0) => {
  let running: ChildProcess | undefined;
  return {
    /** Starts the service. Resolves with its base URL. */
    start: async (): Promise<string> => {
      const args = ['local/start.ts', '--port', String(port), '--data-dir', dataDir];
      // Its own process group, so that killHard kills all of it.
      const child = spawn(process.execPath, args, {
        detached: true,
        stdio: ['ignore', 'pipe', 'inherit'],
        env: { ...process.env, EARSHOT_SPEECH_DIR: speechDir },
      });
      running = child;
      for await (const line of createInterface(child.stdout)) {
        const [, url] = /Earshot runs at +(\S+)/.exec(line) ?? [];
        if (url) return url;
      }
      throw new Error('The service ended before it said where it runs. Its last lines on stderr tell why.');
    },
    /** Kills the process group. Resolves when the process has ended. */
    killHard: async (): Promise<void> => {
      if (running?.pid === undefined || running.exitCode !== null || running.signalCode !== null) return;
      const gone = once(running, 'exit');
      process.kill(-running.pid, 'SIGKILL');
      await gone;
    },
  };
};
