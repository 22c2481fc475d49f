import type { ApiKey, Job } from '../api/types.ts';
import { dollars } from '../format.ts';

/** The title of a job: the name of its file, or its id if there is none. */
export const titleOf = ({ id, filename }: Pick<Job, 'id' | 'filename'>): string => filename ?? id;

/** The first words of a job, or why it failed. */
export const excerptOf = ({ first_words: words, error }: Pick<Job, 'first_words' | 'error'>) =>
  words ?? error?.message;

/** What a job cost. Null until it has ended. */
export const priceOf = (
  { mode, billing: { amount_usd: usd } }: Pick<Job, 'mode' | 'billing'>,
  format = dollars,
): string | null => {
  if (usd === null) return null;
  return mode === 'test' ? 'Free' : format(usd);
};

/** Who queued a job: the name of the key, or its hint if it has no name. */
export const sourceOf = (
  { source, api_key_hint: hint, mode }: Pick<Job, 'source' | 'api_key_hint' | 'mode'>,
  keys: readonly Pick<ApiKey, 'hint' | 'name' | 'mode'>[],
): string => {
  if (source.kind === 'realtime') return 'Live text';
  if (hint === null) return 'Playground';
  return keys.find((key) => key.hint === hint && key.mode === mode)?.name ?? hint;
};
