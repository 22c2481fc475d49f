import { AppError } from '#lib/platform/errors.ts';
import type { Reached } from './limits-view.ts';

/** The refusal of something for which no place is left; waiting does not help. `message` says what does. */
export const noPlaceLeft = ({ limit, max }: Reached, message: string): AppError =>
  new AppError('invalid_state', message, { details: { limit, max } });
