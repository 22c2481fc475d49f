/** What a command needs of its surroundings. Tests pass their own. */
export type Terminal = {
  /** Results. */
  readonly print: (line: string) => void;
  /** Progress and hints, which a pipe does not carry. */
  readonly say: (line: string) => void;
  /** Replaces the line of progress, which stays the last one; null where no person watches. */
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
    // A line that wraps could not be cleared.
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
