import { expect, test } from 'vitest';
import { measureFairness } from '../support/fairness.ts';
import { noSpeech } from '../support/local-service.ts';

test.skipIf(noSpeech)(
  "while a project has 40 jobs with very slow URLs, another project's job takes at most twice as long as alone",
  async () => {
    const { alone, beside, mostAtOnce } = await measureFairness();
    console.log(`alone ${alone} ms, beside the slow ones ${beside} ms, ${mostAtOnce} of them at once`);
    expect(mostAtOnce).toBeGreaterThan(1);
    expect(mostAtOnce).toBeLessThanOrEqual(10);
    expect(beside).toBeLessThanOrEqual(2 * alone);
  },
);
