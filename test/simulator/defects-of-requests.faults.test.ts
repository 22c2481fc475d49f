import { testDetectionOf } from './first-violation.ts';
import { wrongDeletions } from './wrong-deletions.ts';
import { wrongEvents } from './wrong-events.ts';
import { wrongFetches } from './wrong-fetches.ts';
import { wrongHolds } from './wrong-holds.ts';
import { wrongPermits } from './wrong-permits.ts';

testDetectionOf({ ...wrongPermits, ...wrongFetches, ...wrongDeletions, ...wrongEvents, ...wrongHolds });
