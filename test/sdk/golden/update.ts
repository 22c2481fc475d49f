/** Writes the types of the API for its clients: npm run sdk:types */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pythonSdkTypes, sdkTypes } from '../../support/sdk-types.ts';

writeFileSync(join(import.meta.dirname, '../../../sdk/typescript/types.ts'), sdkTypes());
writeFileSync(join(import.meta.dirname, '../../../sdk/python/src/earshot/types.py'), pythonSdkTypes());
