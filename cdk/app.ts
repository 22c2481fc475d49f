import { Validations } from 'aws-cdk-lib/core';
import { contextOfFile } from './context.ts';
import { createEarshot } from './earshot.ts';

const app = createEarshot({ context: contextOfFile() });

// `npm start` turns validation off, because validation takes longer than the rest of the synthesis.
if (process.env['CDK_VALIDATION'] !== 'false') {
  const { Checks } = await import('./checks.ts');
  Validations.of(app).addPlugins(new Checks(app));
}

app.synth();
