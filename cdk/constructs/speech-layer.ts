import { Annotations, CfnRule, Fn, Stack } from 'aws-cdk-lib/core';
import { Architecture, Code, LayerVersion, Runtime } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type SpeechModelName, speechModels } from '#lib/speech/engines/models.ts';

/** The folder in which `npm run layer` builds the layer. */
export const speechFolder = join(import.meta.dirname, '../../build/speech-arm64');
const notBuilt = join(import.meta.dirname, '../speech-layer-not-built');

type SpeechLayerProps = { readonly folder: string; readonly models: readonly SpeechModelName[] };

/**
 * ffmpeg, the speech engine and its models, at /opt/speech. A laptop does not need the layer, so templates can be made
 * before `folder` is built. The CDK CLI then refuses to deploy any stack, and a rule in the template makes
 * CloudFormation refuse too.
 */
export class SpeechLayer extends LayerVersion {
  readonly environment = { SPEECH_DIR: '/opt/speech' };

  constructor(scope: Construct, id: string, { folder, models }: SpeechLayerProps) {
    const isBuilt = isLayerBuilt(folder, models);
    super(scope, id, {
      code: isBuilt ? Code.fromAsset(folder, { exclude: ['.*'] }) : Code.fromAsset(notBuilt),
      compatibleArchitectures: [Architecture.ARM_64],
      compatibleRuntimes: [Runtime.NODEJS_24_X],
    });
    if (isBuilt) return;
    refuseDeployment(Stack.of(this));
    const downloaded = models.filter((name) => speechModels[name].engine === 'whisper');
    const remedy = [...downloaded.map((model) => `npm run models -- ${model}`), 'npm run layer'].join(
      ', then ',
    );
    Annotations.of(this).addError(
      `The speech layer for ${models.join()} is not built. Before you deploy, run ${remedy}.`,
    );
  }
}

/** Whether the layer in `folder` has everything that these models need. */
export const isLayerBuilt = (folder: string, models: readonly SpeechModelName[]): boolean => {
  const weights = models.map((model) => `models/${speechModels[model].folder}`);
  const needed = ['manifest.json', 'bin/ffmpeg', ...weights];
  return needed.every((file) => existsSync(join(folder, 'speech', file)));
};

const refuseDeployment = (stack: Stack) =>
  new CfnRule(stack, 'SpeechLayerIsBuilt', {
    assertions: [
      {
        assert: Fn.conditionEquals('not built', 'built'),
        assertDescription: 'Build the speech layer first. See cdk/speech-layer-not-built/README.md.',
      },
    ],
  });
