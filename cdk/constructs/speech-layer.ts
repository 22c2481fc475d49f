import { CfnRule, Fn, Stack } from 'aws-cdk-lib';
import { Architecture, Code, LayerVersion, Runtime } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const built = join(import.meta.dirname, '../../build/speech-arm64');
const notBuilt = join(import.meta.dirname, '../speech-layer-not-built');

/**
 * ffmpeg, the speech engine and its models under /opt/speech. Synthesis does without the built folder, as the laptop
 * has its own; the template then holds a rule that makes CloudFormation refuse to deploy it.
 */
export class SpeechLayer extends LayerVersion {
  readonly environment = { SPEECH_DIR: '/opt/speech' };

  constructor(scope: Construct, id: string) {
    const isBuilt = existsSync(built);
    super(scope, id, {
      code: Code.fromAsset(isBuilt ? built : notBuilt),
      compatibleArchitectures: [Architecture.ARM_64],
      compatibleRuntimes: [Runtime.NODEJS_24_X],
    });
    if (!isBuilt) {
      new CfnRule(Stack.of(this), 'SpeechLayerIsBuilt', {
        assertions: [
          {
            assert: Fn.conditionEquals('not built', 'built'),
            assertDescription:
              'Build the speech layer before deploying: see cdk/speech-layer-not-built/README.md',
          },
        ],
      });
    }
  }
}
