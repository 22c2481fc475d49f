/** The command was called wrongly: its message is for the person who did. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
