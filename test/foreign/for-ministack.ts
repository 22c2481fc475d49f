import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

/** MiniStack does not have six types of resources of the decoder's network, such as AWS::EC2::FlowLog. */
export const forMiniStack = { decoderNetwork: 'none' };

const Template = z.looseObject({
  Rules: z.record(z.string(), z.unknown()).default({}),
  Resources: z.record(
    z.string(),
    z.looseObject({ Type: z.string(), Properties: z.record(z.string(), z.unknown()).default({}) }),
  ),
});
type Resource = z.infer<typeof Template>['Resources'][string];

const isLeftOut = ({ Type, Properties }: Resource): boolean =>
  // "Properties.Metrics (metric math) is not supported"
  (Type === 'AWS::CloudWatch::Alarm' && 'Metrics' in Properties) ||
  // Its alarms are all left out.
  Type === 'AWS::CloudWatch::CompositeAlarm' ||
  // The function of this resource is a part of the CDK. It needs the AWS CLI from a layer, and MiniStack mounts no layers.
  Type === 'Custom::CDKBucketDeployment';

/**
 * Changes the templates of an assembly as little as MiniStack requires. CDK's CLI identifies assets by the hashes in the
 * manifest, which stay unchanged. This works because the same template always gets the same change. The functions use the
 * speech runtime in the folder `speech`.
 */
export const adaptToMiniStack = (assembly: string, speech: string): void => {
  for (const name of globSync('*.template.json', { cwd: assembly })) {
    const file = join(assembly, name);
    const { Resources, Rules, ...rest } = Template.parse(JSON.parse(readFileSync(file, 'utf8')));
    const kept = Object.entries(Resources).filter(([, resource]) => !isLeftOut(resource));
    // The layer is for another processor and takes minutes to build.
    const { SpeechLayerIsBuilt: _, ...rules } = Rules;
    const template = JSON.stringify({ ...rest, Rules: rules, Resources: Object.fromEntries(kept) });
    writeFileSync(file, replaceValues(template, speech));
  }
};

const replaceValues = (template: string, speech: string): string =>
  template
    .replaceAll('"SPEECH_DIR":"/opt/speech"', `"SPEECH_DIR":${JSON.stringify(speech)}`)
    // "Requested attribute ProviderURL does not exist"
    .replaceAll(
      /\{"Fn::GetAtt":\["(\w+)","ProviderURL"\]\}/g,
      '{"Fn::Sub":"https://cognito-idp.${AWS::Region}.${AWS::URLSuffix}/${$1}"}',
    );
