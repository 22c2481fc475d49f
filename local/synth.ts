import { runScript } from './project-script.ts';

/** Settings of an AWS account. What cdk.json says of them is not for a laptop. */
const notOnALaptop = {
  ...{ release: '', stage: '', tags: '', permissionsBoundary: '', encryptionKeyArn: '' },
  ...{ apiDomain: '', consoleDomain: '', webAclArn: '' },
  ...{ alarmEmail: '', alarmTopicArn: '', ticketTopicArn: '' },
};

/**
 * Synthesizes the CDK app into `outDir`. The folder must be outside the project, where bundles cannot find the project's
 * node_modules, so that a missing dependency fails. `context` overrides the app's context.
 */
export const synthesize = async (outDir: string, context: Record<string, string> = {}): Promise<void> => {
  await runScript('cdk/app.ts', [], {
    CDK_OUTDIR: outDir,
    CDK_VALIDATION: 'false',
    CDK_CONTEXT_JSON: JSON.stringify({ ...notOnALaptop, ...context }),
  });
};
