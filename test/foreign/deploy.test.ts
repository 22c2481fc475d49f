import { openAsBlob } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeScratch } from '#local/scratch.ts';
import { Earshot } from '../../sdk/typescript/client.ts';
import { noSpeech, sample } from '../support/local-service.ts';
import { settingSamples } from '../support/setting-samples.ts';
import { operator, type Outputs } from './deployment.ts';
import { checkOut, earlierVersions, noEarlierVersion } from './earlier-version.ts';
import { breakFunctions } from './faults.ts';
import { type Cloud, startMiniStack } from './ministack.ts';
import { noPython } from './python.ts';
import { commands, paste } from './runbook.ts';

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
  let person: string;
  let job: string;
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

  /** A customer's, with the key of the test. */
  const client = () => new Earshot({ ...outputs, apiKey: key, maxRetries: 0 });

  const queueJob = async (): Promise<string> => {
    const { uploads, transcriptions } = client();
    const audio = await openAsBlob(sample);
    const grant = await uploads.create({ content_type: 'audio/ogg', size_bytes: audio.size });
    await uploads.post(grant, audio);
    return (await transcriptions.create({ upload_id: grant.id })).id;
  };

  const textOf = async (id: string) => (await client().transcriptions.wait(id)).transcript;

  /** What is deployed first: an earlier version, if there is one. */
  const firstVersion = async (): Promise<string> => {
    if (noEarlierVersion !== undefined) return assembly;
    const failures: unknown[] = [];
    for (const version of earlierVersions) {
      const project = join(scratch.dir, `version-${version}`);
      checkOut(version, project);
      try {
        return await earshot.synthesize(version, {}, project);
      } catch (error) {
        failures.push(error);
      }
    }
    throw new AggregateError(failures, 'No earlier version can be synthesized.');
  };

  test('all stacks can be deployed, and a job passes', async () => {
    outputs = await earshot.deploy(await firstVersion());
    key = await earshot.createKey(outputs);
    person = await earshot.person('AdminCreateUser', outputs);
    job = await queueJob();
    expect(await textOf(job)).toMatch(spoken);
  });

  test.skipIf(noEarlierVersion)(
    `an upgrade keeps keys, jobs, people and addresses (${noEarlierVersion ?? 'from an earlier version'})`,
    async () => {
      const text = await textOf(job);
      const unfinished = await queueJob();
      expect(await earshot.deploy(assembly)).toEqual(outputs);
      expect(await earshot.person('AdminGetUser', outputs)).toBe(person);
      expect(await textOf(job)).toBe(text);
      expect(await textOf(unfinished)).toMatch(spoken);
      expect(await earshot.smoke(outputs, key)).toMatch(spoken);
    },
  );

  test('all stacks but EarshotData can be deleted and deployed again: keys, jobs, people and addresses stay', async () => {
    await earshot.destroy(assembly, 'EarshotWorkers', 'EarshotWebhooks');
    const id = await queueJob();
    await earshot.destroy(assembly, 'EarshotConsole', 'EarshotPeople', 'EarshotApi', 'EarshotRealtime');
    await expect(client().transcriptions.get(id)).rejects.toThrow('404');

    expect(await earshot.deploy(assembly)).toEqual(outputs);
    expect(await earshot.person('AdminGetUser', outputs)).toBe(person);
    expect(await textOf(id)).toMatch(spoken);
    expect(await earshot.smoke(outputs, key)).toMatch(spoken);
  });

  test('EarshotData cannot be deleted', async () => {
    await expect(earshot.destroy(assembly, 'EarshotData', '--exclusively')).rejects.toThrow(
      'TerminationProtection',
    );
  });

  test('a step is paused and new jobs are stopped by the commands of docs/operations.md, and go on by them', async () => {
    const heading = 'Shed load and pause';
    const pause = commands(heading, '--no-enabled');
    expect(await paste(cloud, pause)).toContain('"State": "Disabled"');
    const id = await queueJob();
    await paste(cloud, pause.replace('--no-enabled', '--enabled'));
    expect(await textOf(id)).toMatch(spoken);

    const noted = (code: string) => code.replaceAll('reserved.txt', join(scratch.dir, 'reserved.txt'));
    await paste(cloud, noted(commands(heading, 'CREATES=')));
    // On AWS it is 503.
    await expect(queueJob()).rejects.toThrow('429');
    expect(await textOf(job)).toMatch(spoken);
    await paste(cloud, noted(commands(heading, 'delete-function-concurrency')));
    expect(await textOf(await queueJob())).toMatch(spoken);
  });

  test('settings can be changed and a restored table adopted: keys and jobs are there, and a job passes', async () => {
    const table = await earshot.restoreTable(outputs, 'EarshotData-Restored');
    const changed = await earshot.synthesize('changed', { ...otherSettings, table });
    expect(await earshot.deploy(changed)).toEqual({ ...outputs, table });
    expect(await textOf(job)).toMatch(spoken);
    // Only the restored table has this key.
    const newKey = await earshot.createKey({ ...outputs, table });
    expect(await earshot.smoke(outputs, newKey)).toMatch(spoken);
  });

  test('a second stage, with a key of its own in KMS, is another service beside the first', async () => {
    const encryptionKeyArn = await earshot.createDataKey();
    const stage = await earshot.deploy(await earshot.synthesize('dev', { stage: 'dev', encryptionKeyArn }));
    await expect(earshot.smoke(stage, key)).rejects.toThrow('401');
    expect(await earshot.smoke(stage, await earshot.createKey(stage))).toMatch(spoken);
    expect(await earshot.smoke(outputs, key)).toMatch(spoken);
  });

  test('a function that is broken moves what its alarm reads, although most of them survive it', async () => {
    const broken = await breakFunctions(cloud, 'dev');
    expect(Object.keys(broken).length).toBeGreaterThan(15);
    expect(Object.entries(broken).filter(([, alarm]) => alarm !== 'moved')).toEqual([]);
  });
});
