import * as z from 'zod';
import type { Concurrency } from './concurrency.ts';

/** The stages of which one project may have a share only. Chunks are many and short: SQS's fair queues suffice there. */
type Stage = 'fetch' | 'split' | 'finish';

/** How many messages of one project each stage of a job works on at once. */
export type ProjectShare = Readonly<Record<Stage, number>>;

// One slow server, or one large batch, must leave the others room; alone a project should be nearly as fast as it can be.
const defaultParts: ProjectShare = { fetch: 0.1, split: 0.1, finish: 0.5 };

const fromJson = z.string().transform((text, context): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    context.addIssue({ code: 'custom', message: 'This is no JSON.' });
    return z.NEVER;
  }
});
const places = z.int().min(1).optional();

/** What an operator says of the shares, as JSON text or what it means; a stage that is not named has its usual share. */
export const GivenShares = z
  .union([fromJson, z.record(z.string(), z.unknown())])
  .pipe(z.strictObject({ fetch: places, split: places, finish: places }));
export type GivenShares = z.output<typeof GivenShares>;

/** The shares in force. Throws when one is larger than what its stage has for all projects. */
export const projectShareOf = (mappings: Concurrency['mappings'], given: GivenShares): ProjectShare => {
  const shareOf = (stage: Stage): number => {
    const most = mappings[stage];
    const share = given[stage] ?? Math.max(1, Math.floor(most * defaultParts[stage]));
    if (share <= most) return share;
    throw new Error(
      `projectShare.${stage} is ${share}, but this stage works on ${most} messages of all projects at once. ` +
        'Set a smaller share, or a larger accountConcurrency.',
    );
  };
  return {
    fetch: shareOf('fetch'),
    split: shareOf('split'),
    finish: shareOf('finish'),
  };
};
