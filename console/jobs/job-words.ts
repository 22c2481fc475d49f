import type { ApiKey, Job } from '../api/types.ts';

/** What a job is called: its file's name, else its id. */
export const titleOf = ({ id, filename }: Pick<Job, 'id' | 'filename'>): string => filename ?? id;

/** Who queued a job: a key by its name, else by its hint. */
export const sourceOf = (
  { source, api_key_hint: hint, mode }: Pick<Job, 'source' | 'api_key_hint' | 'mode'>,
  keys: readonly Pick<ApiKey, 'hint' | 'name' | 'mode'>[],
): string => {
  if (source.kind === 'realtime') return 'Live text';
  if (hint === null) return 'Playground';
  return keys.find((key) => key.hint === hint && key.mode === mode)?.name ?? hint;
};
