import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { partitions } from '#cdk/constructs/partitions.ts';
import { settingsSchema } from '#cdk/settings.ts';
import { parseEvent } from '#lib/domain/billing/payment-event.ts';
import { settingSamples } from '../support/setting-samples.ts';
import { customized, fileOf, synthesize } from '../support/templates.ts';
import {
  anchorsOf,
  exists,
  headingsOf,
  linksOf,
  logEvents,
  type Page,
  pageAt,
  pages,
  pathsOf,
  root,
  rowsOf,
  scriptsOf,
} from './pages.ts';

const names = z.record(z.string(), z.string()).default({});
const { scripts, ...dependencies } = z
  .object({ scripts: names, dependencies: names, devDependencies: names, optionalDependencies: names })
  .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));

const isDead = ({ target, anchor }: { target: string; anchor: string | undefined }): boolean => {
  if (!existsSync(join(root, target))) return true;
  return anchor !== undefined && !anchorsOf(pageAt(target)).includes(anchor);
};

describe.each(pages.map((page): [string, Page] => [page.path, page]))('%s', (_, page) => {
  test('every path that the page names exists', () => {
    expect(pathsOf(page).filter((path) => !exists(page, path))).toEqual([]);
  });

  test('every link of the page leads to a file and a heading that exist', () => {
    expect(linksOf(page).filter(isDead)).toEqual([]);
  });

  test('every script in TypeScript runs on the Node.js of the repository, as Node.js 20 cannot read it', () => {
    expect(page.text.match(/(?<![/\w])node \w+\/[\w./-]+\.m?ts\b/g) ?? []).toEqual([]);
  });

  test('every npm script that the page names exists', () => {
    expect(scriptsOf(page).filter((name) => scripts[name] === undefined)).toEqual([]);
  });

  test('every benchmark that the page names exists', () => {
    const groups = page.text.matchAll(/npm run bench -- ([\w-]+)/g).map(([, group]) => `bench/${group}.ts`);
    expect(groups.filter((path) => !existsSync(join(root, path))).toArray()).toEqual([]);
  });
});

test('the check finds paths in prose and in shell blocks, and reports those that do not exist', () => {
  const text = 'See `lib/gone.ts` and `lib/**/gone.ts`.\n\n```sh\nnode cdk/gone.ts --flag\n```\n';
  const page = { path: 'README.md', text };
  expect(pathsOf(page)).toEqual(['lib/gone.ts', 'lib/**/gone.ts', 'cdk/gone.ts']);
  expect(pathsOf(page).filter((path) => exists(page, path))).toEqual([]);
});

test('the README has at most 120 lines', () => {
  expect(pageAt('README.md').text.trimEnd().split('\n').length).toBeLessThanOrEqual(120);
});

describe('docs/deployment.md, docs/operations.md and docs/maintenance.md', () => {
  const deployment = pageAt('docs/deployment.md');
  const operations = pageAt('docs/operations.md');
  const maintenance = pageAt('docs/maintenance.md');
  const templates = synthesize(customized);
  const withDomains = synthesize({ ...customized, apiDomain: settingSamples.apiDomain });

  test('every kind of alarm has a section, and every section its alarm', () => {
    const alarms = ['AWS::CloudWatch::Alarm', 'AWS::CloudWatch::CompositeAlarm'].flatMap((type) =>
      // Several alarms of a kind in one stack have numbers.
      withDomains.ofType(type).map(({ id }) => withDomains.name({ Ref: id }).replace(/\d+$/, '')),
    );
    const sections = headingsOf(operations).flatMap((heading) => {
      const [kinds = ''] = /^(?:`\w+`(?:, )?)+(?=: )/.exec(heading) ?? [];
      return [...kinds.matchAll(/\w+/g)].map(([kind]) => kind);
    });
    expect(alarms.filter((alarm) => !sections.some((kind) => alarm.endsWith(kind)))).toEqual([]);
    expect(sections.filter((kind) => !alarms.some((alarm) => alarm.endsWith(kind)))).toEqual([]);
  });

  test('a time-out is looked for where Lambda writes it: functions log JSON, so its words in plain text are in no log', () => {
    const formats = templates
      .ofType('AWS::Lambda::Function')
      .map(({ Properties }) => Properties['LoggingConfig'].LogFormat);
    expect(new Set(formats)).toEqual(new Set(['JSON']));
    expect(operations.text).not.toMatch(/Task timed out|Runtime exited/);
    expect(operations.text).toContain('filter type = "platform.report" and record.status != "success"');
  });

  test('every log line that an operator is told to look for is one that is logged', () => {
    const subjects = new Set([...logEvents].map((event) => event.split('.')[0]));
    // A message to clients of realtime sessions, and a field of Lambda's own lines.
    const others = ['session.finished', 'record.status'];
    const named = [deployment, operations, maintenance]
      .flatMap(({ text }) => [...text.matchAll(/[`"](\w+)\.([a-z_]+)[`"]/g)])
      .flatMap(([, subject = '', rest = '']) => (subjects.has(subject) ? `${subject}.${rest}` : []))
      .filter((name) => !others.includes(name));
    expect(named.length).toBeGreaterThan(50);
    expect(named.filter((event) => !logEvents.has(event))).toEqual([]);
  });

  test('every function that has an alarm of its own is in the table of functions, with its stack and id', () => {
    const failing = templates
      .ofType('AWS::CloudWatch::Alarm')
      .filter(({ id }) => /(?<!Server)Errors[\dA-F]{8}$/.test(id))
      .map(({ stack, id }) => `${stack} ${id.replace(/Errors[\dA-F]{8}$/, '')}`);
    const rows = [...operations.text.matchAll(/^\| `functions\/([\w/.-]+)` +\| (\w+) `(\w+)`/gm)];
    expect(rows.map(([, , stack, id]) => `${stack} ${id}`).toSorted()).toEqual(failing.toSorted());
    const named = rows.map(([, file, stack, id = '']) => [file, stack, id]);
    const functions = templates.ofType('AWS::Lambda::Function').map((fn) => [fileOf(fn), fn.stack, fn.id]);
    const isThere = ([file, stack, id = '']: readonly (string | undefined)[]): boolean =>
      functions.some(([f, s, own = '']) => f === file && s === stack && own.slice(0, -8) === id);
    expect(named.filter((row) => !isThere(row))).toEqual([]);
  });

  test('every resource that a procedure looks up by its id exists, in the stack that it names', () => {
    const [, creates = ''] = /CREATES='([^']+)'/.exec(operations.text) ?? [];
    const calls = `${deployment.text}${operations.text}${maintenance.text}`
      .replaceAll('"$CREATES"', `'${creates}'`)
      .matchAll(/\bnamed (Earshot\w+) ([\w:]+) (?:'([^']+)'|([\w.]+))/g)
      .map(([call, stack, type, quoted, word]) => ({
        call,
        stack,
        type,
        id: new RegExp(quoted ?? word ?? ''),
      }))
      .toArray();
    expect(calls.length).toBeGreaterThan(0);
    const isMissing = ({ stack, type, id }: (typeof calls)[number]): boolean =>
      !templates.resources.some(
        (one) => one.stack === stack && one.Type === `AWS::${type}` && id.test(one.id),
      );
    expect(calls.filter(isMissing)).toEqual([]);
  });

  test('the command that takes the service away names every stack but EarshotData', () => {
    const [, named = ''] = /cdk destroy (EarshotConsole .*)/.exec(maintenance.text) ?? [];
    const disposable = templates.stacks.flatMap(({ stack }) => (stack === 'EarshotData' ? [] : stack));
    expect(named.split(' ').toSorted()).toEqual(disposable.toSorted());
  });

  test('the commands that destroy for good empty each bucket that CloudFormation deletes, which it refuses while there are files', () => {
    const [before = ''] = /\nTABLE=\$[^]*?\nnpx cdk destroy EarshotData\n/.exec(maintenance.text) ?? [];
    const emptied = [...before.matchAll(/aws s3 rm --recursive .*S3::Bucket '([^']+)'/g)].map(
      ([, pattern = '']) => new RegExp(pattern),
    );
    const deleted = templates
      .ofType('AWS::S3::Bucket')
      .flatMap(({ id, DeletionPolicy }) => (DeletionPolicy === 'Retain' ? [] : id));
    expect(deleted).toHaveLength(1);
    expect(deleted.filter((id) => !emptied.some((pattern) => pattern.test(id)))).toEqual([]);
  });

  test('a version is taken back and a table adopted without a canary, which CodeDeploy stops while an alarm is up', () => {
    const commands = `${operations.text}${maintenance.text}`;
    const options = [...commands.matchAll(/cdk deploy --all --require-approval never(.*)/g)];
    expect(options.map(([, rest]) => rest)).toEqual([' -c release=direct', ' -c release=direct']);
  });

  test('each event of Stripe that the operator is told to send is read', () => {
    const [list = ''] = /`checkout\.session\.completed`, .*/.exec(deployment.text) ?? [];
    const types = [...list.matchAll(/`(\w[\w.]+)/g)].map(([, type = '']) => type.replace(/\.$/, '.created'));
    expect(types.length).toBeGreaterThan(5);
    // An event that is read needs an object with fields. Any other event is ignored, whatever it has.
    const readEmpty = (type: string) => () => parseEvent({ type, data: { object: {} } }, []);
    for (const type of types) expect(readEmpty(type)).toThrow('invalid_type');
  });

  test('every setting of a deployment is in the table of settings', () => {
    const rows = rowsOf(deployment);
    expect(Object.keys(settingsSchema.shape).filter((name) => !rows.includes(name))).toEqual([]);
  });
});

test('every kind of item that IAM policies name is in docs/data-model.md', () => {
  const rows = rowsOf(pageAt('docs/data-model.md'));
  expect(Object.keys(partitions).filter((name) => !rows.includes(name))).toEqual([]);
});

/** The dependencies in Python. They include those of the Python client, because its package is tested with them. */
const inPython = readFileSync(join(root, 'test/foreign/requirements.txt'), 'utf8')
  .split('\n')
  .flatMap((line) => line.split('==', 1).filter((name) => name !== ''));

test('every dependency of package.json and in Python is in docs/dependencies.md, and no other', () => {
  const used = [...Object.values(dependencies).flatMap((some) => Object.keys(some)), ...inPython];
  expect(rowsOf(pageAt('docs/dependencies.md')).toSorted()).toEqual(used.toSorted());
});

test('.nvmrc pins the Node.js that npm installs', () => {
  const pinned = readFileSync(join(root, '.nvmrc'), 'utf8').trim();
  expect(pinned).toBe(dependencies.devDependencies['node']);
});

test('docs/adr/README.md lists every decision once, by its title, in the order of their numbers within each subject', () => {
  const records = pages.filter(({ path }) => /^docs\/adr\/\d{4}-/.test(path));
  const lineOf = (page: Page): string => {
    const [title = ''] = headingsOf(page);
    return `- [${title}](${page.path.slice('docs/adr/'.length)})`;
  };
  const numbers = records.map(({ path }) => path.slice('docs/adr/'.length, 'docs/adr/0000'.length));
  expect(new Set(numbers).size).toBe(records.length);
  const [intro = '', ...subjects] = pageAt('docs/adr/README.md')
    .text.trimEnd()
    .split(/\n## .*\n\n/);
  const listed = subjects.map((subject) => subject.trimEnd().split('\n'));
  expect(listed.flat().toSorted()).toEqual(records.map(lineOf).toSorted());
  const numberOf = (line: string): number => Number(/\d+/.exec(line)?.[0]);
  expect(listed).toEqual(listed.map((lines) => lines.toSorted((a, b) => numberOf(a) - numberOf(b))));
  expect(linksOf({ path: 'docs/adr/README.md', text: intro })).toEqual([]);
});
