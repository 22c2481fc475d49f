import { join } from 'node:path';
import { projectDir, runScript } from './project-script.ts';

/** Settings of a deployment. What cdk.json says of them is not for a laptop. */
export const notOnALaptop = {
  // A machine works on as many chunks as it has processors. More would only take turns, and each loads the models.
  helpers: 'off',
  ...{ release: '', stage: '', tags: '', permissionsBoundary: '', encryptionKeyArn: '', formerKeyArns: '' },
  ...{ apiDomain: '', consoleDomain: '', realtimeDomain: '', webAclArn: '' },
  ...{ alarmEmail: '', alarmTopicArn: '', ticketTopicArn: '' },
  // The data is in the table of the template.
  table: '',
};

/**
 * Synthesizes the CDK app into `outDir` with these settings beside those of cdk.json, but without the rules that CDK's CLI checks.
 * The folder must be outside the project, where bundles cannot find the project's node_modules, so that a missing dependency fails.
 * `project` may be the folder of another version.
 */
export const synthesizeApp = async (
  outDir: string,
  settings: Record<string, unknown> = {},
  project = projectDir,
): Promise<void> => {
  await runScript(join(project, 'cdk/app.ts'), [], {
    CDK_OUTDIR: outDir,
    CDK_VALIDATION: 'false',
    CDK_CONTEXT_JSON: JSON.stringify(settings),
  });
};

/** Synthesizes the CDK app for a laptop, with the folder and settings of `synthesizeApp`. */
export const synthesize = (outDir: string, settings: Record<string, string> = {}): Promise<void> =>
  synthesizeApp(outDir, { ...notOnALaptop, ...settings });
