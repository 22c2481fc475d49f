/** What a command needs of its surroundings. Tests pass their own. */
export type Terminal = {
  /** Results. */
  readonly print: (line: string) => void;
  /** Progress and hints, which a pipe does not carry. */
  readonly say: (line: string) => void;
  /** Replaces the last line of progress; null where no person watches. */
  readonly update: ((line: string) => void) | null;
};

export const liveTerminal = (): Terminal => ({
  print: (line) => void process.stdout.write(`${line}\n`),
  say: (line) => void process.stderr.write(`${line}\n`),
  update: process.stderr.isTTY ? (line) => void process.stderr.write(`\r\u001b[2K${line}`) : null,
});

const width = 24;

/** "████████                  34 %". */
export const bar = (share: number): string => {
  const full = Math.round(width * Math.min(1, Math.max(0, share)));
  return `${'█'.repeat(full)}${'·'.repeat(width - full)} ${String(Math.round(100 * share)).padStart(3)} %`;
};
