import * as z from 'zod';
import type { Concurrency } from './concurrency.ts';
import { fromJson } from '#lib/platform/from-json.ts';

/**
 * The stages with a limit on a project's share, because their messages may take minutes. For the other stages, SQS fair
 * queues are enough.
 */
type Stage = 'fetch' | 'split' | 'finish';

/** How many messages of one project each stage processes at once. */
export type ProjectShare = Readonly<Record<Stage, number>>;

// One slow server or a batch of long files must not block other projects. A single project should still be nearly as
// fast as possible.
const defaultParts: ProjectShare = { fetch: 0.1, split: 0.25, finish: 0.5 };

const places = z.int().min(1).optional();

/** The shares that the operator sets, as an object or its JSON text. A stage without a share uses the default. */
export const GivenShares = fromJson.pipe(z.strictObject({ fetch: places, split: places, finish: places }));
export type GivenShares = z.output<typeof GivenShares>;

/** The shares of all stages. Throws when one exceeds its stage's concurrency. */
export const projectShareOf = (mappings: Concurrency['mappings'], given: GivenShares): ProjectShare => {
  const shareOf = (stage: Stage): number => {
    const max = mappings[stage];
    const share = given[stage] ?? Math.max(1, Math.floor(max * defaultParts[stage]));
    if (share <= max) return share;
    throw new Error(
      `projectShare.${stage} is ${share}, but this stage processes only ${max} messages of all projects at once. ` +
        'Set a smaller share or a larger accountConcurrency.',
    );
  };
  return {
    fetch: shareOf('fetch'),
    split: shareOf('split'),
    finish: shareOf('finish'),
  };
};
