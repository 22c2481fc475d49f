/** Writes docs/costs.md: npm run costs */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { costsPage } from './page.ts';

writeFileSync(join(import.meta.dirname, '../../docs/costs.md'), costsPage());
