import { runScript } from '#local/project-script.ts';

/** Synthesizes the app with these settings into a folder, as for a deployment, but without the rules that CDK's CLI checks. */
export const synthesizeInto = async (folder: string, settings: Record<string, unknown>): Promise<void> => {
  await runScript('cdk/app.ts', [], {
    CDK_OUTDIR: folder,
    CDK_VALIDATION: 'false',
    CDK_CONTEXT_JSON: JSON.stringify(settings),
  });
};
