import { join } from 'node:path';
import { projectDir, runScript } from './project-script.ts';

/** Settings of a deployment. Their values in cdk.json do not apply to a laptop. */
export const notOnALaptop = {
  // A machine works on one chunk per processor. More helpers would only take turns, and each loads the models.
  helpers: 'off',
  release: '',
  stage: '',
  tags: '',
  permissionsBoundary: '',
  encryptionKeyArn: '',
  formerKeyArns: '',
  apiDomain: '',
  consoleDomain: '',
  realtimeDomain: '',
  webAclArn: '',
  alarmEmail: '',
  alarmTopicArn: '',
  ticketTopicArn: '',
  // The data is in the template's own table.
  table: '',
};

/**
 * Synthesizes the CDK app into `outDir`. Adds these settings to those of cdk.json, and skips the rules that CDK's CLI checks.
 * The folder must be outside the project: bundles there cannot find the project's node_modules, so a missing dependency fails.
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
