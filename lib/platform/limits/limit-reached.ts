import { AppError } from '#lib/platform/errors.ts';
import type { Reached } from './limits-view.ts';

/** The error for a limit where waiting does not help. `message` says what helps. */
export const limitReached = ({ limit, max }: Reached, message: string): AppError =>
  new AppError('invalid_state', message, { details: { limit, max } });
