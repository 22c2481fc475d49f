import { openAsBlob } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeScratch } from '#local/scratch.ts';
import { Earshot } from '../../sdk/typescript/client.ts';
import { noSpeech, sample } from '../support/local-service.ts';
import { aCustomer } from './customer.ts';
import { operator, type Outputs } from './deployment.ts';
import { checkOut, earlierVersions, noEarlierVersion } from './earlier-version.ts';
import { breakFunctions } from './faults.ts';
import { type Cloud, startMiniStack } from './ministack.ts';
import { noPython } from './python.ts';
import { otherSettings } from './other-settings.ts';
import { remainsOf } from './remains.ts';
import { commands, paste } from './runbook.ts';
import { secretsOf } from './secrets.ts';

const missing = noSpeech ?? noPython;
const spoken = /best of times.*worst of times/i;

describe.skipIf(missing)(`a deployment by CDK's CLI (${missing ?? 'to MiniStack'})`, () => {
  const scratch = makeScratch();
  let cloud: Cloud;
  let earshot: ReturnType<typeof operator>;
  let assembly: string;
  /** The assembly of the earlier version. */
  let before: string;
  /** The assembly with other settings and a restored table. */
  let adopted: string;
  let restored: string;
  let newKey: string;
  let dev: Outputs;
  let devKey: string;
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

  /** A client of a customer. The default is the key of the test. */
  const client = (apiKey = key) => new Earshot({ ...outputs, apiKey, maxRetries: 0 });

  const queueJob = async (apiKey = key): Promise<string> => {
    const { uploads, transcriptions } = client(apiKey);
    const audio = await openAsBlob(sample);
    const grant = await uploads.create({ content_type: 'audio/ogg', size_bytes: audio.size });
    await uploads.post(grant, audio);
    return (await transcriptions.create({ upload_id: grant.id })).id;
  };

  const textOf = async (id: string, apiKey = key) =>
    (await client(apiKey).transcriptions.wait(id)).transcript;

  /** The assembly that is deployed first: an earlier version, if there is one. */
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
    before = await firstVersion();
    outputs = await earshot.deploy(before);
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

  test.skipIf(noEarlierVersion)(
    `the version before is deployed again by the command of docs/operations.md (${noEarlierVersion ?? 'roll back'})`,
    async () => {
      const unfinished = await queueJob();
      const deploy = commands('Roll back', 'git checkout').split('&& ').at(-1) ?? '';
      await paste(cloud, deploy, { assembly: before });
      expect(await textOf(job)).toMatch(spoken);
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
    // On AWS, the status is 503.
    await expect(queueJob()).rejects.toThrow('429');
    expect(await textOf(job)).toMatch(spoken);
    await paste(cloud, noted(commands(heading, 'delete-function-concurrency')));
    expect(await textOf(await queueJob())).toMatch(spoken);
  });

  test('a table is restored, proved and adopted by the commands of docs/maintenance.md: keys, jobs and people are there', async () => {
    const heading = 'Restore the table';
    const customer = await aCustomer(cloud, outputs.table);
    const charged = await queueJob(customer.key);
    expect(await textOf(charged, customer.key)).toMatch(spoken);

    const freeze = commands(heading, 'put-resource-policy')
      .replace('<TableName>', outputs.table)
      .replace(/ AT=\S+/, ` AT=${new Date().toISOString()}`);
    const [variables = ''] = freeze.split('\n');
    const [, table = ''] = /NEW=(\S+)/.exec(variables) ?? [];
    // MiniStack always restores the present state. Functions write to the old table until the deployment.
    const printed = await paste(cloud, `${freeze}\n${commands(heading, 'restore-table-to-point-in-time')}`);
    expect(printed).toContain('ok   table');
    restored = table;
    await customer.revoke();
    await paste(cloud, commands(heading, 'purge-queue'));

    const changed = await earshot.synthesize('changed', { ...otherSettings, table });
    expect(await earshot.deploy(changed)).toEqual({ ...outputs, table });
    expect(await paste(cloud, commands(heading, '^BooksAudit'))).toContain(
      '{"organizations": 1, "projects": 1, "differing": 0}',
    );
    expect(await textOf(job)).toMatch(spoken);
    expect(await earshot.person('AdminGetUser', outputs)).toBe(person);
    expect(await textOf(charged, customer.key)).toMatch(spoken);
    await paste(cloud, `${variables}\n${commands(heading, 'revokedAt')}`);
    await expect(textOf(charged, customer.key)).rejects.toMatchObject({ status: 401 });
    expect(await customer.afterRevoking(table)).toEqual([expect.any(String), expect.any(String)]);

    // Only the restored table has this key.
    newKey = await earshot.createKey({ ...outputs, table });
    expect(await earshot.smoke(outputs, newKey)).toMatch(spoken);
    adopted = changed;
  });

  test('secrets are rotated by the commands of docs/maintenance.md: the old one is refused, and no event of Stripe is lost', async () => {
    const [apiKey = '', signing = '', cookie = ''] = commands('Rotate secrets', 'put-secret-value').split(
      '\n',
    );
    await paste(cloud, apiKey, { input: 'sk_test_old\n' });
    await paste(cloud, signing, { input: 'whsec_old\n' });
    const secrets = secretsOf(cloud, outputs);
    expect(await secrets.sendEvent('whsec_old')).toBe(200);
    await paste(cloud, signing, { input: 'whsec_new\n' });
    // Functions keep the old secret for five minutes. During that time, Stripe signs with both.
    expect(await secrets.sendEvent('whsec_new', 'whsec_old')).toBe(200);
    await secrets.restartEvents();
    expect(await secrets.sendEvent('whsec_new', 'whsec_old')).toBe(200);
    expect(await secrets.sendEvent('whsec_new')).toBe(200);
    expect(await secrets.sendEvent('whsec_old')).toBe(400);

    await paste(cloud, apiKey, { input: 'sk_test_new\n' });
    expect(await secrets.valueOf('StripeApiKey')).toBe('sk_test_new');
    const generated = await secrets.valueOf('SignInCookieSecret');
    await paste(cloud, cookie);
    expect(await secrets.valueOf('SignInCookieSecret')).toMatch(/^[0-9a-f]{64}$/);
    expect(generated).not.toMatch(/^[0-9a-f]{64}$/);

    const leaked = await earshot.createKey({ ...outputs, table: restored });
    const [, id = ''] = /^es_test_(\w{16})_/.exec(leaked) ?? [];
    const revoke = commands('Rotate secrets', 'revokedAt');
    await paste(cloud, revoke.replace('<TableName>', restored).replace('<16 characters>', id));
    await expect(textOf(job, leaked)).rejects.toMatchObject({ status: 401 });
  });

  test('a second stage, with a key of its own in KMS, is another service beside the first', async () => {
    const encryptionKeyArn = await earshot.createDataKey();
    dev = await earshot.deploy(await earshot.synthesize('dev', { stage: 'dev', encryptionKeyArn }));
    await expect(earshot.smoke(dev, key)).rejects.toThrow('401');
    devKey = await earshot.createKey(dev);
    expect(await earshot.smoke(dev, devKey)).toMatch(spoken);
    expect(await earshot.smoke(outputs, newKey)).toMatch(spoken);
  });

  test('a deployment is destroyed for good by the commands of docs/maintenance.md: nothing of it is left, and another stage goes on', async () => {
    const heading = 'Destroy for good';
    // MiniStack does not have the function that copies the console's files.
    const copy = "aws s3 cp README.md s3://$(named EarshotData S3::Bucket '^SiteFiles')/index.html";
    await paste(cloud, `${copy}\n${commands(heading, 'EarshotConsole')}`, { assembly: adopted });
    const forGood = commands(heading, 'update-termination-protection');
    const keyState = 'aws kms describe-key --key-id $KEY --query KeyMetadata.KeyState --output text';
    const printed = await paste(cloud, `${forGood}\n${keyState}`, { assembly: adopted });
    expect(printed).toMatch(/^PendingDeletion$/m);
    const ofTable = forGood.split('\n').filter((line) => line.includes('$TABLE'));
    await paste(cloud, [`TABLE=${restored}`, ...ofTable].join('\n'));
    // The whole account shares one role that writes access logs of WebSocket APIs.
    expect(await remainsOf(cloud)).toEqual([expect.stringMatching(/-StageLoggingRole/)]);
    expect(await earshot.smoke(dev, devKey)).toMatch(spoken);
  });

  test('a function that is broken moves what its alarm reads, although most of them survive it', async () => {
    const broken = await breakFunctions(cloud, 'dev');
    expect(Object.keys(broken).length).toBeGreaterThan(15);
    expect(Object.entries(broken).filter(([, alarm]) => alarm !== 'moved')).toEqual([]);
  });
});
