import { openAsBlob } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeScratch } from '#local/scratch.ts';
import { Earshot } from '../../sdk/typescript/client.ts';
import { noSpeech, sample } from '../support/local-service.ts';
import { settingSamples } from '../support/setting-samples.ts';
import { operator, type Outputs } from './deployment.ts';
import { type Cloud, startMiniStack } from './ministack.ts';
import { noPython } from './python.ts';

const missing = noSpeech ?? noPython;
const spoken = /best of times.*worst of times/i;

const { allowedOrigins, resultRetentionDays, accountConcurrency, limits, products, selfSignUp, tags } =
  settingSamples;
const otherSettings = {
  ...{ allowedOrigins, resultRetentionDays, accountConcurrency, limits, products, selfSignUp, tags },
};

describe.skipIf(missing)(`a deployment by CDK's CLI (${missing ?? 'to MiniStack'})`, () => {
  const scratch = makeScratch();
  let cloud: Cloud;
  let earshot: ReturnType<typeof operator>;
  let assembly: string;
  let outputs: Outputs;
  let key: string;
  beforeAll(async () => {
    cloud = await startMiniStack(scratch.dir);
    earshot = operator(cloud, scratch.dir);
    assembly = await earshot.synthesize('first');
    await earshot.bootstrap(assembly);
  });
  afterAll(() => {
    cloud.stop();
    scratch.remove();
  });

  test('all stacks can be deployed, and a job passes', async () => {
    outputs = await earshot.deploy(assembly);
    key = await earshot.createKey(outputs);
    expect(await earshot.smoke(outputs, key)).toMatch(spoken);
  });

  test('all stacks but EarshotData can be deleted and deployed again: keys, jobs, people and addresses stay', async () => {
    const person = await earshot.person('AdminCreateUser', outputs);
    await earshot.destroy(assembly, 'EarshotWorkers', 'EarshotWebhooks');
    const { uploads, transcriptions } = new Earshot({ ...outputs, apiKey: key, maxRetries: 0 });
    const audio = await openAsBlob(sample);
    const grant = await uploads.create({ content_type: 'audio/ogg', size_bytes: audio.size });
    await uploads.post(grant, audio);
    const { id } = await transcriptions.create({ upload_id: grant.id });
    await earshot.destroy(assembly, 'EarshotConsole', 'EarshotApi', 'EarshotRealtime');
    await expect(transcriptions.get(id)).rejects.toThrow('404');

    expect(await earshot.deploy(assembly)).toEqual(outputs);
    expect(await earshot.person('AdminGetUser', outputs)).toBe(person);
    expect((await transcriptions.wait(id)).transcript).toMatch(spoken);
    expect(await earshot.smoke(outputs, key)).toMatch(spoken);
  });

  test('EarshotData cannot be deleted', async () => {
    await expect(earshot.destroy(assembly, 'EarshotData', '--exclusively')).rejects.toThrow(
      'TerminationProtection',
    );
  });

  test('settings can be changed, and a job passes', async () => {
    const changed = await earshot.synthesize('changed', otherSettings);
    expect(await earshot.deploy(changed)).toEqual(outputs);
    expect(await earshot.smoke(outputs, key)).toMatch(spoken);
  });

  test('a second stage is another service beside the first', async () => {
    const stage = await earshot.deploy(await earshot.synthesize('dev', { stage: 'dev' }));
    await expect(earshot.smoke(stage, key)).rejects.toThrow('401');
    expect(await earshot.smoke(stage, await earshot.createKey(stage))).toMatch(spoken);
    expect(await earshot.smoke(outputs, key)).toMatch(spoken);
  });
});
