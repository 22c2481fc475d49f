import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { UsageError } from './usage-error.ts';

/** The person pressed Ctrl-C at a question. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

export type Prompt = {
  /** The answer to a question, one line. A secret is not displayed while it is typed. */
  readonly ask: (question: string, kind?: 'secret') => Promise<string>;
  /** Releases the terminal. */
  readonly close: () => void;
};

/** Asks questions on a terminal, or reads the answers from a pipe. */
export const openPrompt = (
  input: NodeJS.ReadableStream & { readonly isTTY?: boolean },
  output: NodeJS.WritableStream,
): Prompt => {
  const terminal = input.isTTY ?? false;
  let hidden = false;
  let interrupted = false;
  // While readline reads, the terminal displays nothing itself. readline writes the typed text here.
  const echo = new Writable({
    write: (text, _encoding, done) => {
      if (!hidden) output.write(text);
      done();
    },
  });
  const lines = createInterface({ input, output: echo, terminal, historySize: 0 });
  // The iterator keeps lines of a pipe that arrive before they are read.
  const typed = lines[Symbol.asyncIterator]();
  // Text that is typed before a question may be a secret.
  lines.on('line', () => {
    hidden = true;
  });
  lines.once('SIGINT', () => {
    interrupted = true;
    lines.close();
  });

  const ask = async (question: string, kind?: 'secret'): Promise<string> => {
    hidden = terminal && kind === 'secret';
    if (hidden || !terminal) output.write(question);
    else {
      lines.setPrompt(question);
      lines.prompt(true);
    }
    const { value, done } = await typed.next();
    if (terminal && (interrupted || kind === 'secret')) output.write('\n');
    if (interrupted) throw new Interrupted('Interrupted.');
    if (done || value.trim() === '') throw new UsageError(`Nothing was typed for "${question.trim()}".`);
    return value.trim();
  };
  return { ask, close: () => lines.close() };
};
