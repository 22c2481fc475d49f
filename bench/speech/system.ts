import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Answer, type Question } from './answer.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** Samples of one or more channels at 16 kHz. `digits` requests numbers as digits. */
export type Audio = {
  readonly name: string;
  readonly channels: readonly Int16Array[];
  readonly digits?: boolean;
};

/**
 * `service` is our whole pipeline, an `engine` gets whole recordings, and a `peer` is another product with the same weights.
 */
export type SystemKind = 'service' | 'engine' | 'peer';

/** A running system in a separate process, so that its memory can be measured. */
export type System = {
  readonly name: string;
  readonly kind: SystemKind;
  /** The language of the system. Null if it knows all languages. */
  readonly language: string | null;
  readonly transcribe: (audio: Audio) => Promise<Answer>;
  readonly close: () => Promise<void>;
};

export type Command = Pick<System, 'name' | 'kind' | 'language'> & { readonly command: readonly string[] };

/** Starts a process that answers one question per line. */
export const startSystem = ({ command: [program = '', ...args], ...system }: Command): System => {
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ended = once(child, 'exit');
  return {
    ...system,
    async transcribe({ name, channels, digits = false }) {
      using folder = temporaryFolder();
      const question: Question = { channels: channels.map((_, i) => join(folder.path, `${i}.pcm`)), digits };
      for (const [i, file] of question.channels.entries())
        await writeFile(file, channels[i] ?? new Int16Array());
      child.stdin.write(`${JSON.stringify(question)}\n`);
      const { value, done } = await lines.next();
      if (done) throw new Error(`${system.name} ended at ${name}.`);
      return Answer.parse(JSON.parse(value));
    },
    async close() {
      child.stdin.end();
      await ended;
    },
  };
};
