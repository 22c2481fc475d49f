import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

const projectDir = join(import.meta.dirname, '..');

/**
 * Synthesizes the CDK app into `outDir`, which must lie outside the project: a bundle that could walk up to the
 * project's node_modules would hide a dependency missing from it. `context` overrides the app's context values.
 */
export const synthesize = async (outDir: string, context: Record<string, string> = {}): Promise<void> => {
  const child = spawn(process.execPath, ['cdk/app.ts'], {
    cwd: projectDir,
    env: {
      ...process.env,
      CDK_OUTDIR: outDir,
      CDK_VALIDATION: 'false',
      CDK_CONTEXT_JSON: JSON.stringify(context),
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [[code], errors] = await Promise.all([once(child, 'exit'), text(child.stderr)]);
  if (code !== 0) throw new Error(`Synthesizing the CDK app failed.\n${errors}`);
};
