import { testDetectionOf } from './first-violation.ts';
import { wrongParts } from './wrong-parts.ts';
import { wrongStores } from './wrong-stores.ts';
import { wrongWorkers } from './wrong-workers.ts';

testDetectionOf({ ...wrongParts, ...wrongStores, ...wrongWorkers });
