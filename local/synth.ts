import { runScript } from './project-script.ts';

/**
 * Synthesizes the CDK app into `outDir`, which must lie outside the project: a bundle that could walk up to the
 * project's node_modules would hide a dependency missing from it. `context` overrides the app's context values.
 */
export const synthesize = async (outDir: string, context: Record<string, string> = {}): Promise<void> => {
  await runScript('cdk/app.ts', [], {
    CDK_OUTDIR: outDir,
    CDK_VALIDATION: 'false',
    CDK_CONTEXT_JSON: JSON.stringify(context),
  });
};
