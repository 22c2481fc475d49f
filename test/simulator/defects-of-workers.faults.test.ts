import { simulate } from './simulate.ts';
import { worldsOf } from './worlds.ts';
import { wrongParts } from './wrong-parts.ts';
import { wrongStores } from './wrong-stores.ts';
import { wrongWorkers } from './wrong-workers.ts';

worldsOf(simulate).testDetectionOf({ ...wrongParts, ...wrongStores, ...wrongWorkers }, 20_000);
