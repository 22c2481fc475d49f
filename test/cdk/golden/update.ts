/** Accepts the current app as the deployed one: npm run identities */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { identities } from '../../support/identities.ts';

writeFileSync(join(import.meta.dirname, 'identities.json'), `${JSON.stringify(identities(), null, 2)}\n`);
