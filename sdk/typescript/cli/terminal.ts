/** The surroundings of a command. Tests pass their own. */
export type Terminal = {
  /** Prints a result. */
  readonly print: (line: string) => void;
  /** Prints progress or a hint, which a pipe of the results does not include. */
  readonly say: (line: string) => void;
  /** Replaces the progress line, which stays the last line. Null if no person watches. */
  readonly update: ((line: string) => void) | null;
};

type Output = {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly write: (text: string) => unknown;
};

const cleared = '\r\u001b[2K';

export const terminalOf = (stdout: Output, stderr: Output): Terminal => {
  let progress = '';
  const show = (): void => {
    // The line is cut, because a wrapped line could not be cleared.
    const end = (stderr.columns ?? 80) - 1;
    stderr.write(cleared + progress.slice(0, end));
  };
  const above = (output: Output, line: string): void => {
    if (progress !== '') stderr.write(cleared);
    output.write(`${line}\n`);
    if (progress !== '') show();
  };
  const update = (line: string): void => {
    progress = line;
    show();
  };
  return {
    print: (line) => above(stdout, line),
    say: (line) => above(stderr, line),
    update: stderr.isTTY ? update : null,
  };
};

const width = 24;

/** "████████                  34 %". */
export const bar = (share: number): string => {
  const full = Math.round(width * Math.min(1, Math.max(0, share)));
  return `${'█'.repeat(full)}${'·'.repeat(width - full)} ${String(Math.round(100 * share)).padStart(3)} %`;
};
