import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A new folder. `using` removes it at the end of its block. */
export const temporaryFolder = () => mkdtempDisposableSync(join(tmpdir(), 'earshot-bench-'));
