import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A new folder, which `using` removes at the end of its block. */
export const temporaryFolder = () => mkdtempDisposableSync(join(tmpdir(), 'earshot-bench-'));
