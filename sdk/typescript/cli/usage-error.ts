/** The command was called wrongly: its message is for the person who did. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The machine refused: a file that is not there or may not be written, a full disk. */
export const isSystemError = (error: unknown): error is Error => error instanceof Error && 'syscall' in error;
