/** The command was used wrongly. The message tells the user how. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Whether the operating system refused something: a file that is missing or not writable, a full disk. */
export const isSystemError = (error: unknown): error is Error => error instanceof Error && 'syscall' in error;
