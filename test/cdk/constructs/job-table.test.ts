import { App, Stack } from 'aws-cdk-lib/core';
import { expect, test } from 'vitest';
import { JobTable } from '#cdk/constructs/job-table.ts';
import { testFolder } from '../../support/test-folder.ts';

const outdir = testFolder();

/** The error of the CDK CLI when it refuses to deploy. */
const refusals = (stackName: string, table: string): string[] => {
  const app = new App({
    outdir,
    builtinCloudFormationValidation: false,
    context: { '@aws-cdk/core:annotationsInValidationReport': false, table },
  });
  const { stack } = new JobTable(new Stack(app, stackName), 'Table');
  const { messages } = app.synth().getStackByName(stack.stackName);
  return messages.flatMap(({ entry }) => (entry.type === 'aws:cdk:error' ? JSON.stringify(entry.data) : []));
};

test('a restored table of the stage may be deployed', () => {
  expect(refusals('EarshotData', 'EarshotData-Restored')).toEqual([]);
  expect(refusals('EarshotDevData', 'EarshotDevData-Restored')).toEqual([]);
});

test('a restored table of another stage may not, and the remedy is named', () => {
  expect(refusals('EarshotDevData', 'EarshotData-Restored')).toEqual([expect.stringMatching(/-c table=/)]);
  expect(refusals('EarshotData', 'EarshotDevData-Restored')).toHaveLength(1);
});
