import { auditOf } from '../../test/support/books.ts';
import type { Operator } from '../../test/support/operator.ts';
import type { Job } from './jobs.ts';
import type { SlowJob } from './slow-urls.ts';

/**
 * The errors in the ends and the books of all jobs. Jobs with slow URLs fail in the end, or wait for their next try, and are
 * not charged.
 */
export const auditJobs = async (
  operator: Operator,
  jobs: readonly Job[],
  slow: { readonly projectId: string; readonly jobs: readonly SlowJob[] },
): Promise<string[]> => {
  const audit = await auditOf(operator);
  const outcomes = jobs.map((job) => ({ ...job, ends: ['completed'] }));
  const found = await Promise.all(
    Array.from(Map.groupBy(outcomes, ({ projectId }) => projectId).values(), audit),
  );
  const violations = found.flat();
  for (const { id, view } of slow.jobs) {
    const { status } = await view();
    if (status === 'completed') violations.push(`${id}, whose URL is slow, is completed`);
  }
  for (const { pk, amountMicroUsd } of await operator.items())
    if (amountMicroUsd !== undefined && pk.startsWith(slow.projectId))
      violations.push('A job whose URL is slow was charged.');
  return violations;
};
