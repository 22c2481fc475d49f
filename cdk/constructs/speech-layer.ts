import { Annotations, CfnRule, Fn, Stack } from 'aws-cdk-lib/core';
import { Architecture, Code, LayerVersion, Runtime } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type SpeechModelName, speechModels } from '#lib/speech/engines/models.ts';

/** Where `npm run layer` builds the layer. */
export const speechFolder = join(import.meta.dirname, '../../build/speech-arm64');
const notBuilt = join(import.meta.dirname, '../speech-layer-not-built');

type SpeechLayerProps = { readonly folder: string; readonly models: readonly SpeechModelName[] };

/**
 * ffmpeg, the speech engine and its models, at /opt/speech. A laptop does not need the layer, so synthesis works without the built
 * `folder`. The template then has a rule that makes CloudFormation refuse the deployment.
 */
export class SpeechLayer extends LayerVersion {
  readonly environment = { SPEECH_DIR: '/opt/speech' };

  constructor(scope: Construct, id: string, { folder, models }: SpeechLayerProps) {
    const weights = models.map((model) => `models/${speechModels[model].folder}`);
    const needed = ['manifest.json', 'bin/ffmpeg', ...weights];
    const isBuilt = needed.every((file) => existsSync(join(folder, 'speech', file)));
    super(scope, id, {
      code: isBuilt ? Code.fromAsset(folder, { exclude: ['.*'] }) : Code.fromAsset(notBuilt),
      compatibleArchitectures: [Architecture.ARM_64],
      compatibleRuntimes: [Runtime.NODEJS_24_X],
    });
    if (isBuilt) return;
    refuseDeployment(Stack.of(this));
    for (const model of models.filter((name) => speechModels[name].engine === 'whisper')) {
      const remedy = `npm run models -- ${model}, then npm run layer`;
      const warning = `The speech layer has no weights for ${model}. Before you deploy, run ${remedy}.`;
      Annotations.of(this).addWarningV2(`earshot:weights-${model}`, warning);
    }
  }
}

const refuseDeployment = (stack: Stack) =>
  new CfnRule(stack, 'SpeechLayerIsBuilt', {
    assertions: [
      {
        assert: Fn.conditionEquals('not built', 'built'),
        assertDescription: 'Build the speech layer first. See cdk/speech-layer-not-built/README.md.',
      },
    ],
  });
