import { compressed } from '../compress.ts';
import { type Middleware, onAnswer } from './middleware.ts';

/** Compresses large answers. */
export const compression = (): Middleware =>
  onAnswer((response, { event }) => compressed(response, event.headers['accept-encoding']));
