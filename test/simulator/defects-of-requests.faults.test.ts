import { simulate } from './simulate.ts';
import { worldsOf } from './worlds.ts';
import { wrongDeletions } from './wrong-deletions.ts';
import { wrongEvents } from './wrong-events.ts';
import { wrongFetches } from './wrong-fetches.ts';
import { wrongHolds } from './wrong-holds.ts';
import { wrongPermits } from './wrong-permits.ts';

worldsOf(simulate).testDetectionOf(
  { ...wrongPermits, ...wrongFetches, ...wrongDeletions, ...wrongEvents, ...wrongHolds },
  20_000,
);
